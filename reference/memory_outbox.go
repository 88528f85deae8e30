package reference

import "slices"

func (t *memoryTx) Post(m Message) error {
	if slices.ContainsFunc(t.outbox, m.same) {
		return nil
	}
	t.restoreOutbox()
	t.outbox = append(t.outbox, m)
	return nil
}

func (t *memoryTx) Waiting(limit int) ([]Message, error) {
	return slices.Clone(t.outbox[:min(limit, len(t.outbox))]), nil
}

func (t *memoryTx) Take(id string) (bool, error) {
	i := slices.IndexFunc(t.outbox, Message{ID: id}.same)
	if i < 0 {
		return false, nil
	}
	t.restoreOutbox()
	t.outbox = slices.Delete(slices.Clone(t.outbox), i, i+1)
	return true, nil
}

func (t *memoryTx) restoreOutbox() {
	before := t.outbox
	t.onUndo(func() { t.outbox = before })
}

func (t *memoryTx) Send(m Message) error {
	if m.Kind == ToProvider {
		if t.calls[m.Key] {
			return nil
		}
		t.calls[m.Key] = true
		t.onUndo(func() { delete(t.calls, m.Key) })
	}
	before := t.sent[m.Marker]
	t.onUndo(func() { t.sent[m.Marker] = before })
	t.sent[m.Marker] = append(before, m)
	return nil
}

func (t *memoryTx) Sent(marker string) ([]Message, error) {
	return slices.Clone(t.sent[marker]), nil
}
