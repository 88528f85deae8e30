'use strict';
// Mounts express-idempotency on the small charges API that all servers of this
// folder speak. Everything about idempotency keys is the middleware's doing; each
// call that it lets through makes a charge.

const express = require('express');
const { idempotency, getSharedIdempotencyService } = require('express-idempotency');
const { Book, valid, invalid, serve } = require('../book.js');

const book = new Book();
const app = express();
app.use(express.json());
app.use(idempotency());
app.post('/v1/charges', async (req, res) => {
  const service = getSharedIdempotencyService();
  if (service.isHit(req)) return;
  if (!valid(req.body)) {
    res.status(400).json(invalid);
    return;
  }
  try {
    res.status(201).json(await book.charge(req.body));
  } catch (failure) {
    await service.reportError(req);
    throw failure;
  }
});

serve(app, book);
