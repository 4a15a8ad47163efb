// Measures how fast the built product opens on a phone: Lighthouse's simulated mobile network, a
// server of its own on a database of its own. Prints a table; fails below the figures of the house.
//   node scripts/lighthouse.ts [--quick] [--json FILE]
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { SampleList } from '#shared/samples.ts';
import { FIRST_SAMPLES } from '../server/production/demos/first.ts';
import { chromiumPath } from './chromium.ts';
import { goalsFor, PAGES, type PageFigures } from './pageGoals.ts';

/**
 * Lighthouse slows the CPU of the host by this factor to have that of a mid-tier phone. It means a
 * host of about `HOST` in its own benchmark; on a slower or busy one the same factor would measure
 * a phone that nobody has (Lighthouse's docs/throttling.md, "Calibrating the CPU slowdown"). A
 * faster host keeps the usual factor.
 */
const SLOWDOWN = 4;
const HOST = 1750;

/** A run counts only if its index is at least this share of the calibrated one. */
const STEADY = 0.85;

const LISTEN = '/listen';

type Pace = { benchmark: number; slowdown: number };

const root = path.resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});
const runs = options.quick ? 1 : 5;
const dataDir = mkdtempSync(path.join(tmpdir(), 'duologue-lighthouse-'));
// Started by root, PostgreSQL runs as another user, who must be able to enter.
chmodSync(dataDir, 0o755);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());

try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function measureAll(): Promise<boolean> {
  // In another process: building sets an environment that the server must not inherit.
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root });
  const port = await freePort();
  const server = spawn(process.execPath, ['server/app/index.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const origin = `http://localhost:${port}`;
    const failed = ended.then(() => Promise.reject(new Error('The server did not start')));
    const listen = await Promise.race([firstDemo(origin), failed]);
    const measured: Record<string, PageFigures> = {};
    const pace = await calibrate(origin);
    const { benchmark, slowdown } = pace;
    console.log(`Benchmark index ${Math.round(benchmark)}, CPU slowdown ${slowdown.toFixed(1)} x`);
    for (const page of [...PAGES, LISTEN]) {
      console.log(`Measuring ${page}`);
      measured[page] = await measure(origin + (page === LISTEN ? listen : page), pace);
    }
    console.table(measured);
    if (options.json) await writeFile(options.json, `${JSON.stringify(measured, null, 2)}\n`);
    const faults = Object.entries(measured).flatMap(([page, figures]) => faultsOf(page, figures));
    for (const fault of faults) console.error(fault);
    return faults.length === 0;
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** The first demo's listen page. Waits for all demos: making them uses the measured machine. */
async function firstDemo(origin: string): Promise<string> {
  for (;;) {
    const reply = await fetch(`${origin}/api/samples`).catch(() => null);
    const { samples } = reply?.ok ? ((await reply.json()) as SampleList) : { samples: [] };
    const [first] = samples;
    if (first && samples.length >= FIRST_SAMPLES.length) {
      return `${LISTEN}?episode=${encodeURIComponent(first.token)}`;
    }
    await sleep(1000, undefined, { signal: ending.signal });
  }
}

/** Medians. A run on a host much slower than at calibration is repeated, a few times at most. */
async function measure(url: string, pace: Pace): Promise<PageFigures> {
  const all: PageFigures[] = [];
  for (let again = 2 * runs; all.length < runs; ) {
    const { figures, benchmark } = await runLighthouse(url, pace.slowdown);
    if (benchmark >= pace.benchmark * STEADY || again-- <= 0) all.push(figures);
  }
  const names = Object.keys(all[0] ?? {}) as (keyof PageFigures)[];
  const medians = names.map((name) => [name, median(all.map((figures) => figures[name] ?? 0))]);
  return Object.fromEntries(medians);
}

/** The median of a few runs, the first of which finds all caches cold. */
async function calibrate(origin: string): Promise<Pace> {
  const seen: number[] = [];
  for (let run = 0; run < 3; run++) {
    seen.push((await runLighthouse(origin, SLOWDOWN)).benchmark);
  }
  const benchmark = median(seen);
  return { benchmark, slowdown: Math.max(1, Math.min(SLOWDOWN, (SLOWDOWN * benchmark) / HOST)) };
}

async function runLighthouse(
  url: string,
  slowdown: number,
): Promise<{ figures: PageFigures; benchmark: number }> {
  const { categories, audits, environment } = JSON.parse(await record(url, slowdown));
  const score = (name: string) => Math.round(categories[name].score * 100);
  const value = (name: string): number => audits[name].numericValue;
  const figures: PageFigures = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    ...(url.includes(LISTEN) ? {} : { seo: score('seo') }),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: Number(value('cumulative-layout-shift').toFixed(4)),
    tbt: Math.round(value('total-blocking-time')),
  };
  return { figures, benchmark: environment.benchmarkIndex };
}

/** Tries again, as the browser's trace is lost now and then. */
async function record(url: string, slowdown: number, attempts = 3): Promise<string> {
  const cli = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
  const chrome = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
  const run = promisify(execFile)(
    process.execPath,
    [
      cli,
      url,
      '--quiet',
      '--output=json',
      `--throttling.cpuSlowdownMultiplier=${slowdown}`,
      `--chrome-flags=${chrome.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: chromiumPath() ?? process.env.CHROME_PATH },
      maxBuffer: 64 * 1024 * 1024,
      signal: ending.signal,
    },
  );
  try {
    return (await run).stdout;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    if (!stderr || attempts === 1) throw new Error(stderr ?? String(error));
    return record(url, slowdown, attempts - 1);
  }
}

function faultsOf(page: string, figures: PageFigures): string[] {
  return goalsFor(page).flatMap(({ figure, name, goal }) => {
    const value = figures[figure];
    if (value === undefined) return [];
    const wanted = 'atLeast' in goal ? goal.atLeast : goal.atMost;
    if ('atLeast' in goal ? value >= wanted : value <= wanted) return [];
    return [`${page}: ${name} ${value}, wanted ${wanted}`];
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
