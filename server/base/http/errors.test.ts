import express from 'express';
import supertest from 'supertest';
import { expect, it } from 'vitest';
import { errorHandler } from './errors.ts';

it('an error reply is never cached, even if its route had allowed caching', async () => {
  const app = express();
  app.get('/', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').type('svg');
    throw new Error('the catalogue is away');
  });
  app.use(errorHandler);
  const { headers, body } = await supertest(app).get('/').expect(500);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.code).toBe('internal');
});
