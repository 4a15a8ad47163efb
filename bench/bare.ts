// A separate process: the smallest server that answers with one row of PostgreSQL as JSON. Replies
// to any message with its port.
//   node bench/bare.ts express|http DATABASE_URL
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Pool } from 'pg';

const [, , kind, url = ''] = process.argv;
const pool = new Pool({ connectionString: url, max: 10 });
// PostgreSQL may stop before the last idle connection is closed.
pool.on('error', () => {});

const server = createServer(kind === 'express' ? bareExpress() : bareHttp()).listen(0, '127.0.0.1');
server.keepAliveTimeout = 65_000;
await once(server, 'listening');
process.on('message', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());

/** A prepared statement is the cheapest query. */
async function find(id: string): Promise<unknown> {
  const text = 'select * from users where id = $1';
  const { rows } = await pool.query({ name: 'user', text, values: [id] });
  return rows[0];
}

function bareExpress(): RequestListener {
  const app = express();
  app.disable('etag');
  app.disable('x-powered-by');
  app.get('/users/:id', async (req, res) => void res.json({ user: await find(req.params.id) }));
  return app;
}

function bareHttp(): RequestListener {
  return (req, res) => {
    find(req.url?.split('/').at(-1) ?? '').then(
      (user) => {
        const body = JSON.stringify({ user });
        res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      },
      () => res.writeHead(500).end(),
    );
  };
}
