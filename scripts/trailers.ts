// `npm run trailers`: has the stand-ins make two demos, whatever .env says, and writes the first minute of
// each to docs/sounds, for the README.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { discardEmbeddedPostgres } from '../server/base/db/embedded/home.ts';
import { findFfmpeg } from '../server/sound/mix/findFfmpeg.ts';
import { environment } from '../server/supply/config/environment.ts';

interface Demo {
  name: string;
  topic: string;
  voices: string;
  tone: string;
  style: string;
}

const DEMOS: Demo[] = [
  {
    name: 'glowing-sea',
    topic: 'Why the sea glows at night',
    voices: 'Brian, Matilda',
    tone: 'Funny',
    style: 'Conversation',
  },
  {
    name: 'night-trains',
    topic: 'Are night trains worth bringing back?',
    voices: 'Bill, Alice',
    tone: 'Skeptical',
    style: 'Debate',
  },
];

/** The most seconds: a minute, and a little more for the sentence that it ends with. */
const LENGTH = 61;
/** The least and the most seconds of the fade-out after the last line. */
const PAUSE = { least: 0.2, most: 0.45 };
/** Seconds of the fade-in. */
const RISE = 0.02;

const LABEL = "Duologue's demo: flite's voices, and a script that is written out";

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const segments = z.array(z.object({ startTime: z.number(), endTime: z.number() }));
type Segments = z.infer<typeof segments>;

/** The sound fades in the pause after a line, from `from` to `to`, in seconds. */
export function endOf(lines: Segments): { from: number; to: number } {
  const ends = lines.map(({ endTime: from }, index) => {
    const next = lines[index + 1]?.startTime ?? Number.POSITIVE_INFINITY;
    return { from, to: Math.min(from + PAUSE.most, next) };
  });
  const last = ends.findLast(({ from, to }) => to <= LENGTH && to - from >= PAUSE.least);
  if (!last) throw new Error(`No line ends with a pause within ${LENGTH} seconds.`);
  return last;
}

async function makeTrailer(demo: Demo, out: string): Promise<void> {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-trailer-'));
  // PostgreSQL may run as another user, who must be able to enter.
  await chmod(dir, 0o755);
  const sound = path.join(dir, `${demo.name}.mp3`);
  const { topic, voices, tone, style } = demo;
  const options = ['--voices', voices, '--tone', tone, '--style', style];
  const args = [topic, '--minutes', '2', '--out', sound, ...options];
  const unset = Object.fromEntries(Object.keys(environment.shape).map((name) => [name, '']));
  try {
    await run(process.execPath, ['scripts/episode.ts', ...args], {
      cwd: root,
      env: { ...process.env, ...unset, DATA_DIR: dir },
    });
    const written = JSON.parse(await readFile(path.join(dir, `${demo.name}.json`), 'utf8'));
    await cut(sound, endOf(segments.parse(written.segments)), topic, out);
  } finally {
    await discardEmbeddedPostgres(path.join(dir, 'postgres'));
    await rm(dir, { recursive: true, force: true });
  }
}

/** The sound fades out between `from` and `to`, in seconds. */
export async function cut(
  sound: string,
  { from, to }: ReturnType<typeof endOf>,
  title: string,
  out: string,
): Promise<void> {
  const { path: ffmpeg } = await findFfmpeg(null);
  const fades = `afade=in:d=${RISE},afade=out:st=${from}:d=${to - from}`;
  const tags = [`title=${title}`, `comment=${LABEL}`].flatMap((tag) => ['-metadata', tag]);
  const source = ['-v', 'error', '-y', '-t', String(to), '-i', sound];
  const plain = ['-map', '0:a', '-map_metadata', '-1', '-map_chapters', '-1', ...tags];
  await run(ffmpeg, [...source, ...plain, '-af', fades, '-ac', '1', '-b:a', '64k', out]);
}

if (import.meta.main) {
  const folder = path.join(root, 'docs/sounds');
  await mkdir(folder, { recursive: true });
  for (const demo of DEMOS) {
    const out = path.join(folder, `${demo.name}.mp3`);
    await makeTrailer(demo, out);
    console.log(`Written to ${out}`);
  }
}
