package report

import "github.com/idemspec/idemspec/checks/idem"

// wordsOf returns the words for a symbol of a plan; the symbol itself if there
// are none.
func wordsOf[T ~string](words map[T]string, symbol T) string {
	if w, known := words[symbol]; known {
		return w
	}
	return " " + string(symbol)
}

var roles = map[idem.Role]string{
	"":           "a request",
	idem.Create:  "a request that creates",
	idem.Other:   "a request to the other operation",
	idem.Read:    "a request that reads",
	idem.Replace: "a request that replaces",
	idem.Update:  "a request that patches with absolute values",
	idem.Adjust:  "a request that patches by a relative amount",
	idem.Delete:  "a request that deletes",
	idem.Batch:   "a request that creates several at once",
	idem.Async:   "a request for work that is done later",
}

// forms follow the name of the key.
var forms = map[idem.KeyForm]string{
	idem.PlainKey:     "",
	idem.EmptyKey:     ", empty",
	idem.LongestKey:   " (as long as allowed)",
	idem.LongKey:      " (one character too long)",
	idem.MalformedKey: " (of another shape than demanded)",
	idem.UnusualKey:   " (of a shape that is allowed and rare)",
	idem.TwiceKey:     " (its header twice)",
	idem.PairKey:      " (its header twice, the second time with another key)",
	idem.OtherQuotes:  " (bare in place of quoted, or the other way round)",
	idem.OtherCaseKey: " (its letters in the other case)",
	idem.HostileKey:   " (with text in it that could hurt a page or a query)",
}

var variations = map[idem.Variation]string{
	"":                "",
	idem.OtherQuery:   "with one more query parameter",
	idem.OtherType:    "its content type spelled differently",
	idem.OtherHeader:  "with other header fields that do not matter",
	idem.CurrentMatch: "with If-Match and the current entity tag",
	idem.StaleMatch:   "with If-Match and a stale entity tag",
}

var parties = map[idem.Party]string{
	idem.Own:          "",
	idem.OtherAccount: "as another account",
	idem.SameAccount:  "with another credential of the same account",
	idem.Revoked:      "with a credential that loses its right",
	idem.Nobody:       "without a credential",
}

var points = map[idem.Point]string{
	idem.BeforeEffect: "make the target's next new work for this case fail with a server error before it has done anything",
	idem.AfterEffect:  "make the target's next new work for this case fail with a server error after it has made its effect",
	idem.KillBefore:   "make the target die in its next new work for this case, after it has claimed the key and before the effect",
	idem.KillAfter:    "make the target die in its next new work for this case, after the effect and before the answer",
	idem.KillMail:     "make the target die in its next new work for this case, after the effect and before anything has left it",
	idem.StoreDown:    "make the store of keys unreachable for the target",
}
