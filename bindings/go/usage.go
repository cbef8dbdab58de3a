// SPDX-License-Identifier: Apache-2.0

package robotsc

// Labels are the labels that the robots.txt says something of.
func (e *Extensions) Labels() []Label {
	labels := make([]Label, e.nlabels)
	for i := range labels {
		p := e.labels[labelSize*i:]
		more, name := ld16(p, 2), e.data[ld32(p, 4):]
		label := Label{Field: Field(ld16(p, 0)), Name: text(name[:ld32(p, 8)])}
		switch {
		case more == 0 && label.Field == FieldContentUsage:
			label.Values = []string{"n", "y"}
		case more == 0:
			label.Values = []string{"no", "yes"}
		default:
			for name = name[ld32(p, 8):]; len(label.Values) < more+2; name = name[1+int(name[0]):] {
				label.Values = append(label.Values, text(name[1:1+int(name[0])]))
			}
		}
		labels[i] = label
	}
	return labels
}

// A Usage is the verdict for a URL and, for each label, the number of the value that it has: from
// 1, the most restrictive; 0 if nothing is said.
type Usage struct {
	Allowed bool
	Says    [LabelsMax]uint8
}

// Usage says whether a URL may be fetched, and how its content may be used. docs/extensions.md
func (e *Extensions) Usage(g *Group, url string) Usage {
	path := urlPath(g.dialect, octets(url))
	said := Usage{Allowed: g.allowed(path)}
	set := e.setOf(g)
	if set < 0 {
		return said
	}
	answers := e.sets[e.setSize()*set+setAnswers:]
	for i, number := 0, 0; i < e.nlabels; i++ {
		f, values := Field(ld16(e.labels, labelSize*i)), 2+ld16(e.labels, labelSize*i+2)
		for value := 0; value < values && (f != FieldContentUsage || said.Allowed); value++ {
			answer := ld32(answers, 4*(number+value))
			if answer == answerYes || answer >= answerPolicy && e.says(int(answer-answerPolicy), f, path, url) {
				said.Says[i] = uint8(value + 1)
				break
			}
		}
		number += values
	}
	return said
}

// says is true if a policy says its value of a URL. Of Noindex it has rules of the dialect, which
// disallow; of others rules of RFC 9309, which allow.
func (e *Extensions) says(policy int, f Field, path []byte, url string) bool {
	g := Group{form: e.blob.form, verdict: true}
	if f != FieldNoindex {
		g.form, path = formR, urlPath(RFC9309, octets(url))
	}
	return g.attachPolicy(e.blob, policy) && g.allowed(path) == (f != FieldNoindex)
}
