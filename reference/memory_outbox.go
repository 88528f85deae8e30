package reference

import "slices"

func (t *memoryTx) Post(m Message) error {
	if _, known := t.outbox[m.ID]; known {
		return nil
	}
	before := t.posted
	t.onUndo(func() {
		delete(t.outbox, m.ID)
		t.posted = before
	})
	t.outbox[m.ID] = m
	t.posted = append(t.posted, m.ID)
	return nil
}

func (t *memoryTx) Waiting(limit int) ([]Message, error) {
	if len(t.undo) == 0 {
		// Nothing can bring them back that were taken before this transaction.
		for len(t.posted) > 0 && !t.waits(t.posted[0]) {
			t.posted = t.posted[1:]
		}
	}
	var all []Message
	for _, id := range t.posted {
		if len(all) == limit {
			break
		}
		if t.waits(id) {
			all = append(all, t.outbox[id])
		}
	}
	return all, nil
}

func (t *memoryTx) waits(id string) bool {
	_, found := t.outbox[id]
	return found
}

func (t *memoryTx) Take(id string) (bool, error) {
	m, found := t.outbox[id]
	if !found {
		return false, nil
	}
	t.onUndo(func() { t.outbox[id] = m })
	delete(t.outbox, id)
	return true, nil
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
