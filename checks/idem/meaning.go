package idem

// A Choice is one thing that a target can do in a situation.
type Choice struct {
	Does  Behaviour // empty where a clause may leave it open
	Means string    // what that is in this situation, with the request as its subject: one sentence without a full stop
}

// Choices lists what a target can do in a situation, the strictest first; nil
// for a situation that leaves no choice, whose clause has no [Clause.Does].
func (s Situation) Choices() []Choice { return choices[s] }

// Meaning says what a behaviour is in a situation, and whether it can be there
// at all.
func (s Situation) Meaning(b Behaviour) (string, bool) {
	for _, c := range choices[s] {
		if c.Does == b {
			return c.Means, true
		}
	}
	return "", b == "" && len(choices[s]) == 0
}

// Words that several situations share.
const (
	asReplay   = "gets what the clause replay promises, also where that is a refusal, and makes no effect"
	asNew      = "is a new request: it makes an effect of its own and gets a first answer"
	refused    = "gets the error of the clause and makes no effect"
	asUnkeyed  = "is done as a request without a key is, each time anew"
	asMismatch = "is another request under a used key: it gets the error of the clause and makes no effect"
	asOther    = "is a new request with an entry of its own, and a repeat of it is a replay of that"
	asSame     = "is the same request: it gets what the clause replay promises"
	burned     = "gets the error of the clause: the key is used up and only a new one helps"
)

var choices = map[Situation][]Choice{
	First:    {{Executes, "makes one effect"}},
	OtherKey: {{Executes, asNew}},

	MissingKey: {
		{Refuses, refused},
		{Replays, "has the digest of its method, path and body for a key, so that an equal request without a key is a replay of it"},
		{Executes, asUnkeyed},
	},
	EmptyKeySent:  {{Refuses, refused}, {Executes, asUnkeyed}},
	LongKeySent:   {{Refuses, refused}, {Executes, "is done; whether the key protects it is not promised"}},
	LongestSent:   {{Executes, "is done, and a repeat of it is a replay"}},
	MalformedSent: {{Refuses, refused}, {Executes, "is done; whether the key protects it is not promised"}},
	UnusualSent:   {{Executes, "is done, and a repeat of it is a replay"}},
	TwiceSent:     {{Refuses, refused}, {Executes, "has the one key, so that the key given once is a replay of it"}},
	PairSent:      {{Refuses, refused}, {Executes, "is done once, under either key or both of them joined"}},
	OtherQuoting: {
		{Refuses, "has no well-formed key: it gets the error of the clause and makes no effect"},
		{Replays, "has the same key: it gets what the clause replay promises"},
		{Executes, "has another key, since the quotes are part of it"},
	},
	OtherCase: {
		{Executes, "has another key, since the case of letters counts"},
		{Replays, "has the same key: it gets what the clause replay promises"},
	},
	KeyOnRead: {{Executes, "is answered as without a key, and the key stays unused"}},

	Replay: {
		{Replays, "gets the stored answer, told by the clause's status and body, and makes no effect"},
		{Refuses, "gets an error that says that the first request is done, and makes no effect"},
	},
	LateChange: {{Replays, "makes no effect; its body is the first one if the clause says bytes or json, and shows the resource as it is now if it says resource"}},
	LateDelete: {
		{Replays, "gets what the clause replay promises, and the resource does not come back"},
		{Refuses, "gets the error of the clause, and the resource does not come back"},
	},
	LateMatch:    {{Replays, asReplay + ": its If-Match is not looked at again"}},
	AfterRestart: {{Replays, asReplay}},
	AfterInvalid: {
		{Executes, "is done with its corrected body: the key was not used up by the invalid one"},
		{Refuses, asMismatch},
	},
	AfterRefusal: {
		{Replays, "gets the stored refusal, and the reason is not looked at again"},
		{Executes, "is tried again, and done if nothing stands against it any more"},
		{Refuses, burned},
	},
	AfterError: {
		{Executes, "is tried again, and the effect is made once, also if the first attempt had made it"},
		{Replays, "gets the stored server error, and makes no effect"},
		{Refuses, burned},
	},
	AfterForbidden: {{Executes, "is done: the refusal has not used up the key"}},

	Mismatch: {
		{Refuses, asMismatch},
		{Replays, "gets what the clause replay promises for the first request: bodies are not compared"},
		{Executes, "is a new request, since the key counts together with the body; each of the two has its own replay"},
	},
	RunningMismatch: {{Refuses, "gets the error of the clause, which is that of mismatch where bodies are compared before the state is looked at, and that of in-flight where they are not"}},
	OtherPath:       {{Refuses, asMismatch}, {Executes, asOther}, {Replays, "gets the answer of the first request, whatever route it was on"}},
	OtherMethod:     {{Refuses, asMismatch}, {Executes, asOther}, {Replays, "gets the answer of the first request, whatever its method was"}},
	OtherQuerySent:  {{Refuses, asMismatch}, {Executes, asOther}, {Replays, asSame}},
	OtherTypeSent:   {{Refuses, asMismatch}, {Executes, asOther}, {Replays, asSame}},
	OtherOrder:      {{Replays, asSame}, {Refuses, asMismatch}},
	OtherSpacing:    {{Replays, asSame}, {Refuses, asMismatch}},
	OtherSpelling:   {{Replays, asSame}, {Refuses, asMismatch}},
	Volatile:        {{Replays, asSame}, {Refuses, asMismatch}},
	OtherHeaderSent: {{Replays, asSame}, {Refuses, asMismatch}},

	InFlight: {
		{Refuses, "gets the error of the clause at once, and a repeat of it after the first has finished is a replay"},
		{Waits, "is held until the first has finished, at most for within, and then gets what the clause replay promises; what comes after within is not promised"},
		{Replays, "gets a success that names the resource of the first request, finished or not; a target that waits and then replays does the same"},
	},

	Kept: {{Replays, asReplay}},
	Expired: {
		{Executes, asNew},
		{Refuses, "gets the error of the clause and makes no effect, for as long as the target can tell"},
	},
	Extended: {
		{Executes, "is a new request although a replay came within the retention, which counts from where retention.from says"},
		{Replays, "is a replay, since each replay begins the retention anew"},
	},

	OtherAccountSent: {{Executes, asNew}, {Refuses, "gets the error of the clause, and nothing of the stored answer"}},
	OtherCredential: {
		{Replays, "gets what the clause replay promises: the account counts"},
		{Executes, "is a new request: the credential counts"},
		{Refuses, "gets the error of the clause, and nothing of the stored answer"},
	},
	NoCredential: {{Refuses, "gets 401 or 403, or the error of the clause, and nothing of the stored answer"}},
	RightRevoked: {{Refuses, "gets 401 or 403, or the error of the clause, and nothing of the stored answer"}, {Replays, asReplay}},

	PutPartial:    {{Refuses, "gets the error of the clause, and the resource stays as it was"}},
	PatchKeyed:    {{Replays, "gets what the clause replay promises, and the amount is added once"}},
	PatchUnkeyed:  {{Executes, "adds the amount a second time"}},
	PatchAbsolute: {{Refuses, "gets the error of the clause, and the resource stays as it was"}},
	DeleteRepeat: {
		{"", "finds the resource gone, and says so by any status of the clause"},
		{Refuses, "gets 404 or 410, or the error of the clause, and makes no further effect"},
		{Executes, "gets a success again, and makes no further effect"},
	},
	DeleteKeyed: {{Replays, "gets what the clause replay promises, and makes no further effect"}},

	BatchRepeat: {{Replays, "gets what the clause replay promises, and no item is done again"}},
	BatchOverlap: {
		{Refuses, "gets the error of the clause, and none of its items is done"},
		{Executes, "has only its new items done"},
	},
	AsyncRepeat: {{Replays, "gets the same operation, in the state that it has by then"}},

	StoreLost: {
		{Refuses, "gets 503, or the error of the clause, and makes no effect"},
		{Executes, "is done without protection: a repeat of it may make a second effect"},
	},
}
