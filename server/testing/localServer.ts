import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { afterEach } from 'vitest';

export function localServers() {
  const opened: Server[] = [];
  afterEach(() => {
    for (const server of opened.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  /** Returns the address, ending in `/v1`, of a server with these routes. */
  return async (routes: (app: Express) => void): Promise<string> => {
    const app = express();
    app.use(express.json());
    routes(app);
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    opened.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  };
}
