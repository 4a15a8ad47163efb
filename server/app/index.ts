import { createServer, type RequestListener, type Server } from 'node:http';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../base/db/embedded.ts';
import { limitArrival } from '../base/http/arrival.ts';
import { log, messageOf } from '../base/kit/log.ts';
import { findFfmpeg } from '../sound/mix/findFfmpeg.ts';
import { type Config, ConfigFault, readConfig } from '../supply/config/config.ts';
import type { Application } from './compose.ts';
import './env.ts';
import './quickImports.ts';
import { reportAccounts, reportStart } from './startReport.ts';

/** How long a graceful stop may take, ms. After that, or at a second signal, the process exits. */
const GRACE = 10_000;
/** The part of it for requests that had begun before, ms. */
const LAST_REQUESTS = 3_000;
/** How long the database server may take to stop after that, ms. */
const LAST_GRACE = 4_000;
/** npm forwards Ctrl-C, so one key press arrives as two signals: within this, ms, they are one. */
const ONE_SIGNAL = 500;

/** Far above what two cores can serve, and below the limit of open files of a process. */
const MAX_CONNECTIONS = 5000;

const say = (sentence: string) => console.log(sentence);

/** In the order of opening; `end` runs them in reverse. */
const closers: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  enableCompileCache();
  const config = readConfig(process.env);
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  // By default Node looks for slow clients only every 30 s.
  const server = createServer({ connectionsCheckingInterval: 2000 });
  const answerStarting: RequestListener = (_req, res) => {
    res.writeHead(503, { 'Retry-After': '2' }).end('Starting');
  };
  limitArrival(server);
  server.on('request', answerStarting);
  server.maxConnections = MAX_CONNECTIONS;
  // Longer than any load balancer keeps a connection, so that the balancer always closes it first.
  server.keepAliveTimeout = 65_000;
  // Listen first: a port that is taken shows before anything slow has started.
  const port = await listen(server, config);
  closers.push(() => closeServer(server));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0));

  // Start the database while the SDKs load, which takes a second or two.
  const [{ compose }, { migrate }, { openDatabase }, { openMode }, postgres] = await Promise.all([
    import('./compose.ts'),
    import('../base/db/migrate.ts'),
    import('../base/db/openDatabase.ts'),
    import('../people/edition/mode.ts'),
    config.databaseUrl === null ? openEmbedded(config) : null,
  ]);
  const url = postgres?.url ?? config.databaseUrl ?? '';
  // Waits for a database that is down, and for migrations that another instance is running.
  await Promise.race([migrate(url, { mode: openMode(config) }), stopRequested.promise]);
  const database = openDatabase(url);
  closers.push(() => database.close());
  closers.push(() => endRequests(server));
  // New connections follow the embedded server when it moves.
  postgres?.watch((moved) => {
    database.pool.options.connectionString = moved;
  });

  const dev = process.env.DUOLOGUE_DEV === '1';
  // Only `npm run faults` sets it: it cannot wait for an outage of 40 minutes.
  const pace = Number(process.env.DUOLOGUE_PACE ?? 1);
  const application = await compose(config, {
    server,
    port,
    database,
    ffmpeg: ffmpeg.path,
    dev,
    pace,
  });
  closers.push(() => application.close());
  // In development, start at once and load when it is first used.
  if (!dev) await application.load();
  returnMemory();
  server.off('request', answerStarting);
  server.on('request', application.app);
  if (ending) return;
  await application.work();
  const address = config.publicUrl ?? `http://localhost:${port}`;
  for (const line of reportStart(config, address, ffmpeg)) say(line);
  if (config.house) {
    const code = await application.setupCode();
    for (const line of reportAccounts(config, address, code)) say(line);
    await reportChecks(application);
  }
}

/** V8 would keep what loading modules took, half of a web process's memory. Takes some 140 ms. */
function returnMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ flavor: 'last-resort' });
}

async function openEmbedded(config: Config): Promise<EmbeddedPostgres> {
  const dir = path.join(config.dataDir, 'postgres');
  const starting = startEmbeddedPostgres({ dir, onProgress: say });
  // Registered before it runs: a stop during the start must not leave it behind.
  stopPostgres = async () => (await starting).stop();
  closers.push(() => stopPostgres());
  return starting;
}

/** Stops the database server if we started one: it would outlive this process. */
let stopPostgres = async () => {};

function listen(server: Server, { port, host }: Config): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const taken = `Port ${port} is taken on ${host}. Stop what uses it, or set PORT to another one.`;
    reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
  });
  server.listen(port, host, () => {
    const address = server.address();
    resolve(address && typeof address === 'object' ? address.port : port);
  });
  return promise;
}

async function endRequests(server: Server): Promise<void> {
  // A connection closes once it is answered, instead of waiting for its next request.
  server.keepAliveTimeout = 1;
  server.keepAliveTimeoutBuffer = 0;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.race([closed, pause(LAST_REQUESTS)]);
}

async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  // Requests that took too long, or that were not answered because the start failed.
  server.closeAllConnections();
  await promise;
}

// A promise that one request or job forgot to await must not end every episode in production here.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'an unhandled rejection'));

let ending = false;
let endingSince = 0;
const stopRequested = Promise.withResolvers<never>();

/** Closes everything in reverse order: jobs are handed back before the database closes. */
async function end(code: number): Promise<void> {
  if (ending) {
    if (performance.now() - endingSince > ONE_SIGNAL) await drop();
    return;
  }
  ending = true;
  endingSince = performance.now();
  stopRequested.reject(new Error('asked to stop'));
  setTimeout(drop, GRACE).unref();
  // Let a start that is still opening things finish or fail first.
  await started.catch(() => {});
  for (const close of closers.reverse()) {
    await close().catch((error) => console.error(`While stopping: ${messageOf(error)}`));
  }
  process.exit(code);
}

async function drop(): Promise<void> {
  setTimeout(() => process.exit(1), LAST_GRACE).unref();
  await stopPostgres().catch((error) => console.error(`While stopping: ${messageOf(error)}`));
  process.exit(1);
}

/** Somebody who sets up a house should not learn from a form without voices what is wrong. */
async function reportChecks(application: Pick<Application, 'check'>): Promise<void> {
  const findings = await application.check().catch(() => []);
  for (const { ok, provider, sentence } of findings) {
    say(`  ${ok ? '✓' : '!'} ${provider}: ${sentence}`);
  }
}

const started = start();
stopRequested.promise.catch(() => {});
started.catch((error: unknown) => {
  // The start was interrupted by a stop, which reports for itself.
  if (ending) return;
  if (error instanceof ConfigFault) {
    console.error('The configuration is wrong:');
    for (const fault of error.faults) console.error(`  - ${fault}`);
  } else {
    console.error(error instanceof Error ? messageOf(error) : String(error));
    log.debug({ err: error }, 'the start failed');
  }
  return end(1);
});
