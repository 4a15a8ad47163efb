import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { environment } from '../config.ts';
import { eventually } from './eventually.ts';

const alive = new Set<ChildProcess>();

/** For `afterEach`: ends whatever a test left running, also when the test failed half-way. */
export async function endAll(): Promise<void> {
  await Promise.all([...alive].map((child) => end(child, 'SIGTERM')));
}

const root = path.resolve(import.meta.dirname, '../..');

export interface Running {
  url: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; resolves with the exit code (null after a kill). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function run(file: string, env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  return { child, output: () => printed };
}

/** Runs a program that should end by itself. */
export async function runToEnd(file: string, env: Record<string, string>, words: string[] = []) {
  const { child, output } = run(file, env, words);
  const [code] = await once(child, 'close');
  return { code: code as number | null, output: output() };
}

async function running(
  file: string,
  env: Record<string, string>,
  url: string,
  probe: string,
): Promise<Running> {
  const { child, output } = run(file, env);
  await eventually(
    `${file} answers`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${file} ended: ${output()}`);
      const reply = await fetch(`${url}${probe}`).catch(() => null);
      return reply?.ok;
    },
    60,
  );
  return { url, pid: child.pid ?? 0, output, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  // One that was paused hears nothing else before this.
  if (signal !== 'SIGKILL') child.kill('SIGCONT');
  const [code] = await once(child, 'exit');
  return code as number | null;
}

/** Whatever stands in an operator's .env, nobody's account is bought from and nothing is tuned. */
const NOTHING_SET = Object.fromEntries(
  Object.keys(environment.shape)
    .filter((name) => name !== 'LOG_LEVEL')
    .map((name) => [name, '']),
);

/** One instance of the product as a process of its own; it has started once it answers `probe` well. */
export async function startProduct(
  env: Record<string, string>,
  probe = '/readyz',
): Promise<Running> {
  const { PORT = String(await freePort()) } = env;
  const url = `http://127.0.0.1:${PORT}`;
  const usual = { ...NOTHING_SET, PORT, SAMPLES: 'off' };
  return running('server/index.ts', { ...usual, ...env }, url, probe);
}

/** The stand-ins as `npm run standins` starts them. */
export async function startStandins(env: Record<string, string>): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/standins`;
  return running('standins/index.ts', { STANDINS_PORT: String(port), ...env }, url, '/ledger');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
