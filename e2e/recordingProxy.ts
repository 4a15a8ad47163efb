import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Exchange {
  method: string;
  path: string;
  head: string;
  /** Empty for sound and pictures. */
  body: string;
}

/** Records everything that passes to and from `target`, without delaying streams. */
export async function openRecordingProxy(target: string) {
  const exchanges: Exchange[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    // A compressed body could hide a word.
    const passed = { ...headers, 'accept-encoding': 'identity' };
    const onward = request(target + path, { method, headers: passed }, (reply) => {
      const { statusCode = 502, rawHeaders } = reply;
      const exchange = { method, path, head: `${statusCode} ${rawHeaders.join('\n')}`, body: '' };
      exchanges.push(exchange);
      outgoing.writeHead(statusCode, rawHeaders);
      const isText = /text|json|javascript|xml|svg/.test(reply.headers['content-type'] ?? '');
      if (isText) reply.on('data', (piece) => (exchange.body += piece));
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    exchanges,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
