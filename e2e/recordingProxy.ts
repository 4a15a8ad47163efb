import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Exchange {
  method: string;
  path: string;
  /** Status and headers of the reply as they were sent. */
  head: string;
  /** The body of the reply as text; empty for sound and pictures. */
  body: string;
}

/** An address of its own in front of `target`, which notes everything that passes; streams are not held up. */
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
