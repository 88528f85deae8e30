'use strict';
// The half of the small charges API that has nothing to do with idempotency
// keys: the ledger, and work that can be held open or made to fail. The Node
// servers of this folder put a middleware in front of it.

const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');

// How long each charge takes in milliseconds, as a call to an acquirer would.
// Without it requests that arrive together would hardly ever meet.
const WORK = 100;

// After how many milliseconds a hold ends that nobody releases.
const HOLD_LIMIT = 10_000;

class Book {
  #charges = [];
  #held = new Map();
  #breaks = new Map();

  // charge does the work, waits while the description is held, and then books
  // the charge. It throws where it was asked to fail, which may be after the
  // charge was booked. Amounts are in minor units; the description carries the
  // marker by which the ledger is asked.
  async charge({ amount, currency, description }) {
    await sleep(WORK);
    await this.#held.get(description)?.ended;
    const point = this.#breaks.get(description);
    this.#breaks.delete(description);
    if (point === 'before-effect') throw new Error('broken as asked');
    const charge = { id: `ch_${this.#charges.length + 1}`, amount, currency, description };
    this.#charges.push(charge);
    if (point === 'after-effect') throw new Error('broken as asked');
    return charge;
  }

  effects(marker) {
    return this.#charges.filter((c) => c.description === marker);
  }

  hold(marker) {
    const hold = {};
    hold.ended = new Promise((resolve) => { hold.end = resolve; });
    setTimeout(hold.end, HOLD_LIMIT).unref();
    this.#held.set(marker, hold);
  }

  release(marker) {
    this.#held.get(marker)?.end();
    this.#held.delete(marker);
  }

  // arm asks the next work for a marker to fail, and says whether it can.
  arm(marker, point) {
    if (!['before-effect', 'after-effect'].includes(point)) return false;
    this.#breaks.set(marker, point);
    return true;
  }

  mend(marker) {
    this.#breaks.delete(marker);
  }

  // admin serves what the target file asks for beside the API. A hook that
  // cannot be carried out is answered with 501.
  admin() {
    const hooks = {
      '/hold': ({ marker }) => this.hold(marker),
      '/release': ({ marker }) => this.release(marker),
      '/break': ({ marker, point }) => this.arm(marker, point),
      '/mend': ({ marker }) => this.mend(marker),
    };
    return http.createServer(async (req, res) => {
      const url = new URL(req.url, 'http://localhost');
      if (url.pathname === '/ledger') {
        res.setHeader('Content-Type', 'application/json');
        res.end(JSON.stringify({ effects: this.effects(url.searchParams.get('marker')) }));
        return;
      }
      const done = hooks[url.pathname]?.(JSON.parse(await text(req)));
      res.writeHead(done === false ? 501 : 204).end();
    });
  }
}

// valid says whether a request's body can be charged.
function valid(body) {
  return Number.isInteger(body?.amount) && body.amount > 0;
}

const invalid = { error: 'amount must be a positive number of minor units' };

async function text(req) {
  let all = '';
  for await (const part of req) all += part;
  return all;
}

// serve opens both sides on free ports of loopback. The first line that it
// prints names them. Each side is something with Node's listen method.
async function serve(api, book) {
  const open = (side) => new Promise((ready, failed) => {
    const server = side.listen(0, '127.0.0.1', (err) => (err ? failed(err) : ready(server)));
    server.on('error', failed);
  });
  const [a, b] = await Promise.all([open(api), open(book.admin())]);
  const address = (server) => `http://127.0.0.1:${server.address().port}`;
  console.log(`api=${address(a)} admin=${address(b)}`);
}

// lifetime reads the flag that says how many seconds a key is remembered.
function lifetime(otherwise) {
  const flag = process.argv.find((a) => a.startsWith('--lifetime='));
  return flag ? Number.parseInt(flag.slice('--lifetime='.length), 10) : otherwise;
}

module.exports = { Book, valid, invalid, text, serve, lifetime };
