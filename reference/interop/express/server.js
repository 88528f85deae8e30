'use strict';
// Mounts express-idempotency on the small charges API that all servers of this
// folder speak, so that idemspec can be run against a middleware that it did
// not write. Everything about idempotency keys is the middleware's doing, with
// its default settings. The handler behind it is plain: each call that the
// middleware lets through makes a charge.

const express = require('express');
const { idempotency, getSharedIdempotencyService } = require('express-idempotency');

const charges = [];
const held = new Map();
const holdLimit = 10_000; // milliseconds after which a hold that nobody releases ends

function api() {
  const app = express();
  app.use(express.json());
  app.use(idempotency());
  app.post('/v1/charges', async (req, res) => {
    if (getSharedIdempotencyService().isHit(req)) return;
    const { amount, currency, description } = req.body ?? {};
    if (!Number.isInteger(amount) || amount <= 0) {
      res.status(400).json({ error: 'amount must be a positive number of minor units' });
      return;
    }
    await held.get(description)?.promise;
    const charge = { id: `ch_${charges.length + 1}`, amount, currency, description };
    charges.push(charge);
    res.status(201).json(charge);
  });
  return app;
}

function admin() {
  const app = express();
  app.use(express.json());
  app.get('/ledger', (req, res) => {
    res.json({ effects: charges.filter((c) => c.description === req.query.marker) });
  });
  app.post('/hold', (req, res) => {
    const hold = withResolvers();
    setTimeout(hold.resolve, holdLimit).unref();
    held.set(req.body.marker, hold);
    res.sendStatus(204);
  });
  app.post('/release', (req, res) => {
    held.get(req.body.marker)?.resolve();
    held.delete(req.body.marker);
    res.sendStatus(204);
  });
  return app;
}

// withResolvers makes a promise and the function that fulfils it.
function withResolvers() {
  const hold = {};
  hold.promise = new Promise((resolve) => { hold.resolve = resolve; });
  return hold;
}

// Both listeners are on loopback; the first line that is printed names them.
const servers = [api(), admin()].map((app) => app.listen(0, '127.0.0.1'));
Promise.all(servers.map((s) => new Promise((ready) => s.on('listening', ready)))).then(() => {
  const [a, b] = servers.map((s) => `http://127.0.0.1:${s.address().port}`);
  console.log(`api=${a} admin=${b}`);
});
