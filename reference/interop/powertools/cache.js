'use strict';

// A Cache keeps records in memory behind the three calls that the utility makes
// of a Redis client, with the meaning that Redis gives them: set with NX writes
// nothing and returns null if the name is there, and EX ends a record after so
// many seconds.
class Cache {
  #records = new Map();

  async get(name) {
    const record = this.#records.get(name);
    if (record && record.end > Date.now()) return record.value;
    this.#records.delete(name);
    return null;
  }

  async set(name, value, { EX = Infinity, NX = false } = {}) {
    const known = this.#records.get(name);
    if (NX && known && known.end > Date.now()) return null;
    this.#records.set(name, { value, end: Date.now() + EX * 1000 });
    return 'OK';
  }

  async del(names) {
    return names.filter((name) => this.#records.delete(name)).length;
  }
}

module.exports = { Cache };
