'use strict';
// Mounts the idempotency utility of Powertools for AWS Lambda on the small
// charges API that all servers of this folder speak. The utility wraps a Lambda
// function, so a small front turns HTTP requests into the events that a function
// behind an API gateway is given, and its results into answers.

const http = require('node:http');
const {
  IdempotencyConfig, makeIdempotent,
  IdempotencyAlreadyInProgressError, IdempotencyKeyError, IdempotencyValidationError,
} = require('@aws-lambda-powertools/idempotency');
const { CachePersistenceLayer } = require('@aws-lambda-powertools/idempotency/cache');
const { Book, valid, invalid, text, serve, lifetime } = require('../book.js');
const { Cache } = require('./cache.js');

const book = new Book();

async function create(event) {
  const body = parse(event.body);
  if (!valid(body)) return { statusCode: 400, body: JSON.stringify(invalid) };
  return { statusCode: 201, body: JSON.stringify(await book.charge(body)) };
}

// parse reads JSON; undefined if there is none.
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const handler = makeIdempotent(create, {
  persistenceStore: new CachePersistenceLayer({ client: new Cache() }),
  config: new IdempotencyConfig({
    eventKeyJmesPath: 'headers."idempotency-key"',
    payloadValidationJmesPath: 'body',
    throwOnNoIdempotencyKey: true,
    expiresAfterSeconds: lifetime(60 * 60),
  }),
});

// The utility throws and leaves it to its user what to answer. Each of its
// errors gets the status that the seed contract asks for.
function failure(error) {
  for (let e = error; e; e = e.cause) {
    if (e instanceof IdempotencyKeyError) return { statusCode: 400, body: message(e) };
    if (e instanceof IdempotencyValidationError) return { statusCode: 422, body: message(e) };
    if (e instanceof IdempotencyAlreadyInProgressError) return { statusCode: 409, body: message(e) };
  }
  return { statusCode: 500, body: message(error) };
}

const message = (e) => JSON.stringify({ error: e.message });

// How long one invocation may take in milliseconds. The utility takes a record
// for abandoned once the time of its invocation is over.
const TIMEOUT = 30_000;

function context() {
  const end = Date.now() + TIMEOUT;
  return {
    functionName: 'charges', awsRequestId: '-', invokedFunctionArn: '-', memoryLimitInMB: '128',
    functionVersion: '1', logGroupName: '-', logStreamName: '-', callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => end - Date.now(),
  };
}

async function front(req, res) {
  if (req.method !== 'POST' || req.url !== '/v1/charges') {
    res.writeHead(404).end();
    return;
  }
  const event = { httpMethod: req.method, path: req.url, headers: req.headers, body: await text(req) };
  const invoke = async () => handler(event, context());
  const { statusCode, body } = await invoke().catch(failure);
  res.writeHead(statusCode, { 'Content-Type': 'application/json' }).end(body);
}

// A request that is cut before its end never reaches a function.
const api = http.createServer((req, res) => front(req, res).catch(() => res.destroy()));

serve(api, book);
