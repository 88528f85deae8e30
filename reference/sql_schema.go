package reference

import "strings"

// The names of types that databases do not share. Markers are bytes, since what
// a client sends need not be text for the database.
var sqliteTypes = strings.NewReplacer("BIGSERIAL", "INTEGER", "BYTEA", "BLOB")

const sqlSchema = `
CREATE TABLE IF NOT EXISTS keys (
	slot TEXT PRIMARY KEY, nonce TEXT NOT NULL, owner TEXT NOT NULL, account TEXT NOT NULL,
	credential TEXT NOT NULL, fingerprint TEXT NOT NULL, claimed BIGINT NOT NULL, finished BIGINT NOT NULL,
	expires BIGINT NOT NULL, status INTEGER NOT NULL, header TEXT NOT NULL, body BYTEA);
CREATE INDEX IF NOT EXISTS keys_expiring ON keys (expires) WHERE expires > 0;
CREATE TABLE IF NOT EXISTS objects (
	kind TEXT NOT NULL, id TEXT NOT NULL, seq BIGINT NOT NULL, account TEXT NOT NULL,
	marker BYTEA NOT NULL, version BIGINT NOT NULL, data BYTEA, PRIMARY KEY (kind, id));
CREATE INDEX IF NOT EXISTS objects_listed ON objects (kind, account, seq);
CREATE INDEX IF NOT EXISTS objects_marked ON objects (kind, account, marker, seq);
CREATE TABLE IF NOT EXISTS effects (
	seq BIGSERIAL PRIMARY KEY, id TEXT NOT NULL, amount BIGINT NOT NULL, currency TEXT NOT NULL,
	account TEXT NOT NULL, kind TEXT NOT NULL, marker BYTEA NOT NULL);
CREATE INDEX IF NOT EXISTS effects_marked ON effects (marker, seq);
CREATE TABLE IF NOT EXISTS outbox (
	seq BIGSERIAL PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, key TEXT NOT NULL,
	charge TEXT NOT NULL, account TEXT NOT NULL, marker BYTEA NOT NULL, body BYTEA);
CREATE TABLE IF NOT EXISTS sent (
	seq BIGSERIAL PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL,
	charge TEXT NOT NULL, account TEXT NOT NULL, marker BYTEA NOT NULL, body BYTEA);
CREATE UNIQUE INDEX IF NOT EXISTS sent_calls ON sent (key) WHERE kind = 'provider';
CREATE INDEX IF NOT EXISTS sent_marked ON sent (marker, seq);`
