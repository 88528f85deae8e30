package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValuesKeepOrderAndSpelling(t *testing.T) {
	const text = "z: 1.50\na: 10000000000000000000001\nwhen: 2024-01-01\ne: 1e3\nb: yes\nn: ~\nt: true\ns: \"<&>\"\n"
	d, err := Parse("f.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"z":1.50,"a":10000000000000000000001,"when":"2024-01-01","e":1e3,"b":"yes","n":null,"t":true,"s":"<&>"}`
	if got := string(d.Root.JSON()); got != want {
		t.Errorf("JSON = %s, want %s", got, want)
	}
	back, err := ParseJSON([]byte(want))
	if err != nil || string(back.JSON()) != want {
		t.Errorf("ParseJSON gives %s, %v", back.JSON(), err)
	}
}

func TestDecodingTakesEachSpellingOfAWholeNumber(t *testing.T) {
	d, err := Parse("f.yaml", []byte("a: [500, 500.0, 5e2, -0]\nb: 1.5\nc: 12345678901234567890\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		A []int
		B float64
		C uint64
	}
	if err := d.Root.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{500, 500, 500, 0}, got.A); diff != "" || got.B != 1.5 || got.C != 12345678901234567890 {
		t.Errorf("%+v %s", got, diff)
	}
}

func TestParseJSONRefusesWhatIsNone(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":             "",
		"something after it":  "{} {}",
		"an open object":      `{"a":1`,
		"a name without text": `{1:2}`,
		"deep brackets":       deepBrackets(maxDepth + 2),
		"a bare word":         "yes",
	} {
		if v, err := ParseJSON([]byte(text)); err == nil {
			t.Errorf("%s: %s", name, v.JSON())
		}
	}
}
