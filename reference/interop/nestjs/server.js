'use strict';
// Mounts @node-idempotency/nestjs on the small charges API that all servers of
// this folder speak. Everything about idempotency keys is the interceptor's
// doing; each call that it lets through makes a charge.
//
// NestJS is written with decorators. Here they are called by hand, so that the
// server needs no compiler.

require('reflect-metadata');
const { BadRequestException, Body, Controller, Module, Post } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { Idempotent, NodeIdempotencyModule } = require('@node-idempotency/nestjs');
const { Book, valid, invalid, serve, lifetime } = require('../book.js');

const book = new Book();

class Charges {
  async create(body) {
    if (!valid(body)) throw new BadRequestException(invalid);
    return book.charge(body);
  }
}
Controller('v1')(Charges);
const create = Object.getOwnPropertyDescriptor(Charges.prototype, 'create');
Post('charges')(Charges.prototype, 'create', create);
Body()(Charges.prototype, 'create', 0);
Idempotent()(Charges.prototype, 'create', create);

class App {}
Module({
  imports: [NodeIdempotencyModule.forRootAsync({
    storage: { adapter: 'memory' },
    enforceIdempotency: true,
    cacheTTLMS: lifetime(24 * 60 * 60) * 1000,
  })],
  controllers: [Charges],
})(App);

NestFactory.create(App, { logger: ['error'] }).then(async (app) => {
  await app.init();
  await serve(app.getHttpServer(), book);
});
