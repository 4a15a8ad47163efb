import './env.ts';
import { createServer, type Server } from 'node:http';
import { enableCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { findFfmpeg } from './audio/find.ts';
import { type Config, ConfigFault, providers, readConfig } from './config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts';
import { log, messageOf } from './log.ts';

/** Time a stop may take, ms, before what is still open is dropped; a second signal drops it at once. */
const GRACE = 10_000;
/** Time the database server has after that. */
const LAST_GRACE = 4_000;
/** A terminal's Ctrl-C comes twice under npm, which hands it on: within this time, ms, it is one. */
const ONE_SIGNAL = 500;

/** Far above what two cores can serve, and below what a process may have open. */
const MAX_CONNECTIONS = 5000;

/** A sentence on standard output for each slow step, so that nobody wonders whether it hangs. */
const say = (sentence: string) => console.log(sentence);

/** What was opened and must be closed, in the order of opening. */
const closers: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  // The next start takes from it what this one has stripped of types and compiled.
  enableCompileCache();
  const config = readConfig(process.env);
  // Nearly everything that loading modules allocates survives, for which V8 would grow the young
  // generation to its limit: 120 MB that it never gives back and that serving pages does not need.
  setFlagsFromString('--semi-space-growth-factor=1');
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  // Node looks for clients that are too slow every 30 s unless told otherwise.
  const server = createServer({ connectionsCheckingInterval: 2000 }, (_req, res) => {
    res.writeHead(503, { 'Retry-After': '2' }).end('Starting');
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.maxConnections = MAX_CONNECTIONS;
  // Longer than any load balancer keeps a connection, so that it is never the one surprised.
  server.keepAliveTimeout = 65_000;
  // Listening first finds a taken port before anything slow is begun.
  const port = await listen(server, config);
  closers.push(() => closeServer(server));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end(0));

  // The SDKs take a second or two to load: meanwhile the database starts.
  const [{ compose }, { migrate }, { openDatabase }, postgres] = await Promise.all([
    import('./compose.ts'),
    import('./db/migrate.ts'),
    import('./db/open.ts'),
    config.databaseUrl === null ? openEmbedded(config) : null,
  ]);
  const url = postgres?.url ?? config.databaseUrl ?? '';
  // It waits for a database that is away, and for another instance's migrations.
  await Promise.race([migrate(url), told.promise]);
  const database = openDatabase(url);
  closers.push(() => database.close());
  // Whatever connects from now on goes there.
  postgres?.watch((moved) => {
    database.pool.options.connectionString = moved;
  });

  const dev = process.env.DUOLOGUE_DEV === '1';
  // Set by `npm run faults` alone, which cannot wait for an outage of 40 minutes.
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
  // Who changes the code wants to see it at once.
  if (!dev) await application.load();
  setFlagsFromString('--semi-space-growth-factor=2');
  server.removeAllListeners('request');
  server.on('request', application.app);
  if (ending) return;
  await application.work();
  report(config, port, ffmpeg);
}

async function openEmbedded(config: Config): Promise<EmbeddedPostgres> {
  const dir = path.join(config.dataDir, 'postgres');
  const starting = startEmbeddedPostgres({ dir, onProgress: say });
  // Before it is up: a stop in mid-start must not leave it behind.
  stopPostgres = async () => (await starting).stop();
  closers.push(() => stopPostgres());
  return starting;
}

/** Ends the database server, when we began one: it would outlive us. */
let stopPostgres = async () => {};

function listen(server: Server, { port, host }: Config): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) => {
    const taken = `Port ${port} is taken on ${host}. Stop what uses it, or set PORT to another one.`;
    reject(error.code === 'EADDRINUSE' ? new Error(taken) : error);
  });
  server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

async function closeServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  // Open streams have had the time in which everything else was closed.
  server.closeAllConnections();
  await promise;
}

// One request's or errand's forgotten promise must not cost every episode that is under way here.
process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'a rejection nobody handled'),
);

let ending = false;
let endingSince = 0;
/** Rejects when we are told to end. */
const told = Promise.withResolvers<never>();

/** Closes what was opened, last first: jobs are handed back before the database goes. */
async function end(code: number): Promise<void> {
  if (ending) {
    if (performance.now() - endingSince > ONE_SIGNAL) await drop();
    return;
  }
  ending = true;
  endingSince = performance.now();
  told.reject(new Error('told to end'));
  setTimeout(drop, GRACE).unref();
  // Nothing is closed under a start that is still opening things.
  await started.catch(() => {});
  for (const close of closers.reverse()) {
    await close().catch((error) => console.error(`While stopping: ${messageOf(error)}`));
  }
  process.exit(code);
}

/** Out of patience: only what would outlive us is still ended. */
async function drop(): Promise<void> {
  setTimeout(() => process.exit(1), LAST_GRACE).unref();
  await stopPostgres().catch((error) => console.error(`While stopping: ${messageOf(error)}`));
  process.exit(1);
}

function report(config: Config, port: number, ffmpeg: { version: string; source: string }): void {
  const address = config.publicUrl ?? `http://localhost:${port}`;
  say(`\nDuologue is ready at ${address}\n`);
  for (const [name, { needs }] of Object.entries(providers)) {
    const isStandin = config.standins.some((standin) => standin === name);
    const standin = name === 'PostgreSQL' ? 'embedded' : 'stand-in';
    const state = isStandin ? `${standin}; to make it real set ${needs.join(', ')}` : 'real';
    say(`  ${name.padEnd(11)}${state}`);
  }
  say(`  ${'ffmpeg'.padEnd(11)}${ffmpeg.version} (${ffmpeg.source})`);
  const mounted = config.standins.length > 0 && !config.standinsUrl && !config.production;
  if (mounted) say(`\nMailbox, demo payments and faults: ${address}/standins`);
  say('\nPress Ctrl-C to stop.');
}

const started = start();
told.promise.catch(() => {});
started.catch((error: unknown) => {
  // Then it is only the start that is over.
  if (ending) return;
  if (error instanceof ConfigFault) {
    console.error('The configuration is not right:');
    for (const fault of error.faults) console.error(`  - ${fault}`);
  } else {
    console.error(error instanceof Error ? messageOf(error) : String(error));
    log.debug({ err: error }, 'the start failed');
  }
  return end(1);
});
