package reference

import (
	"slices"
	"time"
)

// memoryTx writes at once and remembers how to take each write back.
type memoryTx struct {
	*Memory
	undo []func()
}

func (t *memoryTx) undoAll() {
	for _, f := range slices.Backward(t.undo) {
		f()
	}
}

func (t *memoryTx) onUndo(f func()) { t.undo = append(t.undo, f) }

func (t *memoryTx) Insert(r Record) (Record, error) {
	if known, found := t.records[r.Slot]; found {
		return known, nil
	}
	return r, t.Put(r)
}

func (t *memoryTx) Record(slot string) (Record, bool, error) {
	r, found := t.records[slot]
	return r, found, nil
}

func (t *memoryTx) Put(r Record) error {
	t.restoreRecord(r.Slot)
	t.records[r.Slot] = r
	return nil
}

func (t *memoryTx) Delete(slot string) error {
	t.restoreRecord(slot)
	delete(t.records, slot)
	return nil
}

func (t *memoryTx) Sweep(until time.Time) error {
	for slot, r := range t.records {
		if !r.Expires.IsZero() && !r.Expires.After(until) {
			t.restoreRecord(slot)
			delete(t.records, slot)
		}
	}
	return nil
}

func (t *memoryTx) restoreRecord(slot string) {
	before, found := t.records[slot]
	t.onUndo(func() {
		delete(t.records, slot)
		if found {
			t.records[slot] = before
		}
	})
}

// Dead holds for every other owner, since this store cannot outlive a process.
func (t *memoryTx) Dead(owner string) (bool, error) { return owner != t.Owner(), nil }

func (t *memoryTx) shelf(k Kind) *shelf {
	s := t.objects[k]
	if s == nil {
		s = &shelf{byID: map[string]Object{}}
		t.objects[k] = s
	}
	return s
}

func (t *memoryTx) Object(k Kind, id string) (Object, bool, error) {
	o, found := t.shelf(k).byID[id]
	return o, found, nil
}

func (t *memoryTx) Objects(q Query) ([]Object, error) {
	var all []Object
	s := t.shelf(q.Kind)
	for _, id := range s.order {
		o := s.byID[id]
		fits := o.Account == q.Account && o.Seq > q.After && (q.Marker == "" || o.Marker == q.Marker)
		if fits && len(all) < q.Limit {
			all = append(all, o)
		}
	}
	return all, nil
}

func (t *memoryTx) Save(o Object) error {
	s := t.shelf(o.Kind)
	t.restoreShelf(s, o.ID)
	if _, found := s.byID[o.ID]; !found {
		s.order = append(s.order, o.ID)
	}
	s.byID[o.ID] = o
	return nil
}

func (t *memoryTx) Remove(k Kind, id string) error {
	s := t.shelf(k)
	t.restoreShelf(s, id)
	delete(s.byID, id)
	s.order = slices.DeleteFunc(slices.Clone(s.order), func(other string) bool { return other == id })
	return nil
}

func (t *memoryTx) restoreShelf(s *shelf, id string) {
	before, found := s.byID[id]
	order := s.order
	t.onUndo(func() {
		s.order = order
		delete(s.byID, id)
		if found {
			s.byID[id] = before
		}
	})
}

func (t *memoryTx) Book(e Effect) error {
	before := t.effects[e.Marker]
	t.onUndo(func() {
		t.effects[e.Marker] = before
		t.count--
	})
	t.effects[e.Marker] = append(before, e)
	t.count++
	return nil
}

func (t *memoryTx) Effects(marker string) ([]Effect, error) {
	return slices.Clone(t.effects[marker]), nil
}

func (t *memoryTx) Count() (int, error) { return t.count, nil }

func (t *memoryTx) Next() (uint64, error) {
	t.next++
	t.onUndo(func() { t.next-- })
	return t.next, nil
}
