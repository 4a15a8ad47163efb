import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { environment } from '../supply/config/environment.ts';
import { eventually } from './eventually.ts';
import { choosePlainStandins } from './plainStandins.ts';

const alive = new Set<ChildProcess>();

export async function endAll(): Promise<void> {
  await Promise.all([...alive].map((child) => end(child, 'SIGTERM')));
}

const repository = path.resolve(import.meta.dirname, '../..');

export interface Running {
  url: string;
  pid: number;
  output(): string;
  /** Resolves with the exit code, null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

interface Program {
  file: string;
  /** Defaults to the repository. */
  tree?: string | undefined;
  env: Record<string, string>;
  args?: string[];
}

function run({ file, tree = repository, env, args = [] }: Program) {
  const child = spawn(process.execPath, [path.join(tree, file), ...args], {
    cwd: tree,
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

/** For programs that exit by themselves. `ended` is the exit code, null after a kill. */
export function startCommand(
  file: string,
  env: Record<string, string>,
  more: Pick<Program, 'args' | 'tree'> = {},
) {
  const { child, output } = run({ file, env, ...more });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { output, ended, end: (signal: NodeJS.Signals) => end(child, signal) };
}

export async function runToEnd(...program: Parameters<typeof startCommand>) {
  const { output, ended } = startCommand(...program);
  const code = await ended;
  return { code, output: output() };
}

async function running(program: Program, url: string, probe: string): Promise<Running> {
  const { child, output } = run(program);
  await eventually(
    `${program.file} answers`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${program.file} ended: ${output()}`);
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
  // A paused process handles SIGTERM only after SIGCONT.
  if (signal !== 'SIGKILL') child.kill('SIGCONT');
  const [code] = await once(child, 'exit');
  return code as number | null;
}

/** Empty values override the repository's .env, so that no real account or setting is used. */
const NOTHING_SET = Object.fromEntries(
  Object.keys(environment.shape)
    .filter((name) => name !== 'LOG_LEVEL')
    .map((name) => [name, '']),
);

export async function startProduct(
  env: Record<string, string>,
  probe = '/readyz',
  tree?: string,
): Promise<Running> {
  const { PORT = String(await freePort()) } = env;
  const url = `http://127.0.0.1:${PORT}`;
  if (env.DATA_DIR && !env.STANDINS_URL) choosePlainStandins(env.DATA_DIR);
  const usual = { ...NOTHING_SET, PORT, SAMPLES: 'off' };
  const program = { file: 'server/app/index.ts', env: { ...usual, ...env }, tree };
  return running(program, url, probe);
}

export async function startStandins(
  env: Record<string, string> & { DATA_DIR: string },
  tree?: string,
): Promise<Running> {
  choosePlainStandins(env.DATA_DIR);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/standins`;
  const settings = { STANDINS_PORT: String(port), ...env };
  return running({ file: 'standins/index.ts', env: settings, tree }, url, '/ledger');
}

/** A chat and speech server like one that somebody runs at home. Its `url` ends in `/v1`. */
export async function startOwnServer(dataDir: string): Promise<Running> {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir };
  const file = 'server/testing/ownServer.ts';
  return running({ file, env }, `http://127.0.0.1:${port}/v1`, '/models');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
