import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real server on this machine, with the paths it was asked for. Answers 200 unless a handler does. */
export async function startWebServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.end('reached'),
) {
  const hits: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    handle(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    hits,
    connections: () => connections,
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
