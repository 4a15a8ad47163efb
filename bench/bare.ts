// A separate process: the smallest Express that answers with one row of PostgreSQL as JSON. Replies
// to any message with its port.
//   node bench/bare.ts DATABASE_URL
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
// PostgreSQL may stop before the last idle connection is closed.
pool.on('error', () => {});

const app = express();
app.disable('etag');
app.disable('x-powered-by');
app.get('/users/:id', async (req, res) => {
  // A prepared statement is the cheapest query.
  const text = 'select * from users where id = $1';
  const { rows } = await pool.query({ name: 'user', text, values: [req.params.id] });
  res.json({ user: rows[0] });
});

const server = app.listen(0, '127.0.0.1');
server.keepAliveTimeout = 65_000;
await once(server, 'listening');
process.on('message', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
