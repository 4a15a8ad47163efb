import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { discardEmbeddedPostgres } from '../server/base/db/embedded/home.ts';
import {
  endAll,
  freePort,
  type Running,
  startOwnServer,
  startProduct,
} from '../server/testing/processes.ts';

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Has only a model and a voice server; browsers reach it through a recording proxy. */
export async function openHouse() {
  const folder = await mkdtemp(path.join(tmpdir(), 'house-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const data = path.join(folder, 'data');
  const model = await startOwnServer(path.join(folder, 'model'));
  const voice = await startOwnServer(path.join(folder, 'voice'));
  const PORT = String(await freePort());
  const proxy = await openRecordingProxy(`http://127.0.0.1:${PORT}`);
  const runs: Running[] = [];

  return {
    url: proxy.url,
    exchanges: proxy.exchanges,
    output: () => runs.map((run) => run.output()).join('\n'),
    /** Restarts it on the data it has kept. */
    async start(settings: Record<string, string> = {}) {
      await runs.at(-1)?.end('SIGTERM');
      const running = await startProduct({
        PORT,
        DATA_DIR: data,
        LOG_LEVEL: 'info',
        SALES: 'off',
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: model.url,
        OPENAI_MODEL: 'gpt-6-luna',
        SPEECH_BASE_URL: voice.url,
        // A house asks Wikipedia by default, which no test may do.
        RESEARCH: 'off',
        ...settings,
      });
      runs.push(running);
    },
    async close() {
      await endAll();
      proxy.close();
      await discardEmbeddedPostgres(path.join(data, 'postgres'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Exchange {
  method: string;
  path: string;
  head: string;
  /** Empty for sound and pictures. */
  body: string;
}

/** Records everything that passes to and from `target`, without delaying streams. */
async function openRecordingProxy(target: string) {
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
