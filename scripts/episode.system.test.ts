import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { openDecoder } from '../server/sound/mix/decode.ts';
import { eventually } from '../server/testing/eventually.ts';
import { withPlainStandins } from '../server/testing/plainStandins.ts';
import { testDatabase } from '../server/testing/postgres.ts';
import { endAll, runToEnd, startCommand, startProduct } from '../server/testing/processes.ts';
import { type faultSettings, openFaults } from '../standins/faults.ts';
import { openPurchaseLog } from '../standins/purchaseLog.ts';

let home: string;
let data: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'duologue-episode-'));
});
afterEach(async () => {
  await endAll();
  await postgres.close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function begin(name: string, faults: z.input<typeof faultSettings> = {}) {
  postgres = await testDatabase();
  // A new folder each time, also when a test is repeated.
  data = await mkdtemp(path.join(home, `${name}-`));
  misbehave(faults);
}
const misbehave = (faults: z.input<typeof faultSettings>) =>
  openFaults(path.join(data, 'standins')).write(withPlainStandins(faults));

const file = 'scripts/episode.ts';
const env = () => ({
  DATA_DIR: path.join(data),
  DATABASE_URL: postgres.url,
  INIT_CWD: data,
  LOG_LEVEL: '',
  SAMPLES: 'off',
});
const run = (args: string[], more: Record<string, string> = {}) =>
  runToEnd(file, { ...env(), ...more }, { args });
const start = (args: string[]) => startCommand(file, env(), { args });

const purchases = () => openPurchaseLog(path.join(data, 'standins')).read();
const outlines = () =>
  purchases().filter((entry) => entry.kind === 'llm' && entry.call === 'outline').length;

interface Seen {
  status: string;
  hasPlan: boolean;
  spoken: number;
  seconds: number;
}
async function look(): Promise<Seen | undefined> {
  const { rows } = await postgres.pool.query<Seen>(
    `select status, plan is not null as "hasPlan", lines_spoken as spoken,
       milliseconds_spoken / 1000.0 as seconds from podcasts order by id desc`,
  );
  return rows[0];
}
interface Line {
  voiceId: string;
  text: string;
}
const lineOf = ({ voiceId, text }: Line) => `${voiceId}: ${text}`;
async function committed(): Promise<Line[]> {
  const { rows } = await postgres.pool.query<Line>(`
    select case line.speaker when 'A' then voice1_id else voice2_id end as "voiceId", text
    from podcast_lines line join podcasts on podcasts.id = podcast_id where state = 'spoken'`);
  return rows;
}

describe('an episode from the command line', { timeout: 800_000 }, () => {
  it('killed three times it finishes, and nothing committed is bought twice', async () => {
    // Slow enough to be killed in between, on any machine.
    await begin('killed', { openai: { tokensPerSecond: 150 }, elevenlabs: { latency: 300 } });
    const args = ['Why do cats purr?', '--minutes', '4', '--out', 'cats.mp3', '--tone', 'calm'];
    const stages: [string, (seen: Seen) => boolean][] = [
      ['planned', ({ hasPlan }) => hasPlan],
      ['some lines are spoken', ({ spoken }) => spoken >= 8],
      ['most of it is spoken', ({ seconds }) => seconds > 150],
    ];
    const kills: { lines: Line[]; purchases: number }[] = [];
    for (const [what, isThere] of stages) {
      const command = start(args);
      await eventually(
        what,
        async () => {
          const seen = await look();
          return seen && isThere(seen);
        },
        300,
        20,
      );
      expect(await command.end('SIGKILL')).toBeNull();
      expect(await look()).toMatchObject({ status: 'processing' });
      kills.push({ lines: await committed(), purchases: purchases().length });
      expect(await readdir(data)).not.toContain('cats.mp3');
    }
    misbehave({});
    const { code, output } = await run(args);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('was started earlier');
    expect(output.trim().split('\n').at(-1)).toBe(path.join(data, 'cats.mp3'));

    expect(await postgres.pool.query('select id from podcasts')).toMatchObject({ rowCount: 1 });
    expect(outlines()).toBe(1);
    expect(kills.map(({ lines }) => lines.length > 0)).toEqual([false, true, true]);
    for (const { lines, purchases: from } of kills) {
      const later = purchases()
        .slice(from)
        .flatMap((entry) => (entry.kind === 'speech' ? [lineOf(entry)] : []));
      expect(lines.map(lineOf).filter((line) => later.includes(line))).toEqual([]);
    }
    // Requests in flight at a kill may be lost: five at once.
    const bought = purchases().flatMap((entry) => (entry.kind === 'speech' ? [lineOf(entry)] : []));
    expect(bought.length - new Set(bought).size).toBeLessThanOrEqual(3 * 5);
    expect(purchases().filter(({ kind }) => kind === 'mail')).toEqual([]);

    await hasSoundAsWritten(4);
    await isTheSameAgain(args);
  });

  /** The four files have to agree, and the sound to have the minutes that were asked for. */
  async function hasSoundAsWritten(minutes: number) {
    const read = (name: string) => readFile(path.join(data, name));
    const mp3 = await read('cats.mp3');
    // Without the tags, which hold the cover.
    const { samples, sampleRate } = await openDecoder(null)(mp3, AbortSignal.timeout(60_000));
    const seconds = samples.length / sampleRate;
    expect(Math.abs(seconds / (minutes * 60) - 1)).toBeLessThan(0.03);
    const { segments } = JSON.parse(String(await read('cats.json')));
    const loudness = (from: number, to: number) => {
      const part = samples.subarray(from * sampleRate, to * sampleRate);
      return Math.sqrt(part.reduce((sum, one) => sum + one * one, 0) / part.length);
    };
    expect(segments.length).toBeGreaterThan(20);
    for (const { startTime, endTime } of segments)
      expect(loudness(startTime, endTime)).toBeGreaterThan(300);
    expect(segments.at(-1).endTime).toBeLessThanOrEqual(seconds);
    const text = String(await read('cats.txt'));
    for (const { speaker, body } of segments) expect(text).toContain(`${speaker}: ${body}`);
    const { chapters } = JSON.parse(String(await read('cats.chapters.json')));
    expect(chapters[0].startTime).toBe(0);
    expect(Math.abs(chapters.at(-1).endTime - seconds)).toBeLessThan(0.1);
    for (const { title } of chapters)
      expect(mp3.includes(Buffer.from(title, 'utf16le')) || mp3.includes(title)).toBe(true);
    expect((await readdir(data)).filter((name) => name.endsWith('.half'))).toEqual([]);
  }

  /** A finished episode is written again; --new begins another, which Ctrl-C ends. */
  async function isTheSameAgain(args: string[]) {
    const spent = purchases().length;
    const sound = await readFile(path.join(data, 'cats.mp3'));
    await rm(path.join(data, 'cats.mp3'));
    expect(await run(args)).toMatchObject({ code: 0 });
    expect((await readFile(path.join(data, 'cats.mp3'))).equals(sound)).toBe(true);
    expect(purchases()).toHaveLength(spent);

    // So slow that it is still at work when the others look at it.
    misbehave({ elevenlabs: { latency: 2_000 } });
    const other = start([...args, '--new']);
    await eventually(
      'another was begun',
      async () => (await look())?.hasPlan === false || (await look())?.status === 'processing',
    );
    const twin = await run(args);
    expect(twin.output).toContain('Another command is making this very episode');
    expect(twin.code).toBe(75);
    expect(await other.end('SIGINT')).toBe(130);
    expect(other.output()).toContain('continues from here');
    expect(await look()).toMatchObject({ status: 'processing' });
  }

  it('beside a running server it leaves the work to that', async () => {
    await begin('server');
    const server = await startProduct({ DATA_DIR: data, DATABASE_URL: postgres.url });
    const foreign = path.join(data, 'the-tides.json');
    await writeFile(foreign, 'mine');
    const { code, output } = await run(['The tides', '--minutes', '2']);
    expect(output).toContain('A Duologue server uses this database');
    expect(code).toBe(0);
    // Its usual name was taken, so it has its title's.
    expect(await readFile(foreign, 'utf8')).toBe('mine');
    const sound = output.trim().split('\n').at(-1) ?? '';
    expect([path.dirname(sound), path.extname(sound)]).toEqual([data, '.mp3']);
    expect(path.basename(sound)).not.toBe('the-tides.mp3');
    await access(sound);
    expect(outlines()).toBe(1);
    const { rows } = await postgres.pool.query('select lease from podcasts');
    expect(rows).toEqual([{ lease: 1 }]);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});

describe('exit code', { timeout: 300_000 }, () => {
  it('2 for what cannot be meant, before anything is bought', async () => {
    await begin('wrong');
    await writeFile(path.join(data, 'empty.txt'), '');
    await writeFile(path.join(data, 'article.txt'), 'A text of mine.');
    await writeFile(path.join(data, 'package.json'), '{}');
    for (const [args, sentence] of [
      [[], /Give one topic/],
      [['a', 'b'], /Give one topic/],
      [['x'.repeat(501)], /at most 500 characters/],
      [['a', '--minutes', '1'], /whole number from 2 to 25/],
      [['a', '--tone', 'Loud'], /--tone must be one of: Normal, Funny/],
      [['a', '--style', 'Monologue'], /--style must be one of/],
      [['a', '--voices', 'Adam'], /two different/],
      [['a', '--voices', 'Adam, adam'], /two different/],
      [['a', '--voices', 'Adam, Nobody'], /no voice “Nobody”. There are: Adam/],
      [['a', '--out', 'a.wav'], /\.mp3/],
      [['a', '--out', 'nowhere/a.mp3'], /no folder/],
      [['a', '--source', 'nothing.txt'], /neither a file/],
      [['a', '--source', 'empty.txt'], /1 to 50000 characters/],
      [['a', '--source', 'http://127.0.0.1:1/'], /--source http/],
      [['a', '--out', 'package.mp3'], /package.json is there already.* --force/],
      [
        ['a', '--source', 'article.txt', '--out', 'article.mp3', '--force'],
        /article.txt is one of the sources/,
      ],
      [['a', '--fast'], /Unknown option '--fast'/],
    ] as const) {
      const { code, output } = await run([...args]);
      expect({ args, code, output }).toMatchObject({
        code: 2,
        output: expect.stringMatching(sentence),
      });
      expect(output).not.toMatch(/\n\s+at /);
    }
    expect(await run(['a'], { PORT: 'abc' })).toMatchObject({ code: 2 });
    // The topic is moderated, which is free.
    expect(purchases().filter(({ kind }) => kind !== 'moderation')).toEqual([]);
    expect(await look()).toBeUndefined();
  });

  it('1 for a refusal, with its sentence; 75 while a provider is away or the cap is reached; then it goes on', async () => {
    await begin('refused', { elevenlabs: { errorRate: 1, status: 401 } });
    const args = ['The tides', '--minutes', '2', '--out', 'tides.mp3'];
    const bomb = await run(['How to build a bomb']);
    expect(bomb.output).toContain('We can’t make an episode about this topic');
    expect(bomb.code).toBe(1);

    misbehave({});
    const unread = await run(['a', '--source', 'http://nowhere.invalid/']);
    expect(unread.output).toContain('--source http://nowhere.invalid/: We couldn’t reach');
    expect(unread.code).toBe(75);

    const capped = await run(args, { SPENDING_CAP: '0' });
    expect(capped.output).toMatch(/SPENDING_CAP \(\$0\.00 a day\) is reached/);
    expect(capped.code).toBe(75);
    // Said before anything else: without a key the demo talks about something else.
    expect(capped.output).toMatch(
      /plays one of them instead:\n(?: {2}.+\n){6}Name a text .*--source/,
    );

    misbehave({ elevenlabs: { errorRate: 1, status: 401 } });
    const refused = await run(args, { DUOLOGUE_PACE: '0.02' });
    expect(refused.output).toMatch(/ElevenLabs: .*Fix that/);
    expect(refused.code).toBe(1);

    misbehave({ openai: { errorRate: 1, status: 503 } });
    const away = await run(args, { DUOLOGUE_PACE: '0.02' });
    expect(away.output).toMatch(/Not now: OpenAI: /);
    expect(away.code).toBe(75);

    misbehave({});
    expect(await run(args)).toMatchObject({ code: 0 });
    const { rows } = await postgres.pool.query('select status from podcasts');
    expect(rows).toEqual([{ status: 'completed' }]);
    expect(await readdir(data)).toContain('tides.mp3');
  });
});
