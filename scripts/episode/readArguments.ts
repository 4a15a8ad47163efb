import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SOURCE_PDF_MAX, SOURCE_TEXT_MAX, SOURCES_MAX } from '#shared/sourceLimits.ts';
import { STYLES, type Style, TONES, TOPIC_MAX, type Tone } from '#shared/tonesAndStyles.ts';
import type { Given } from '../../server/episodes/sources/given.ts';
import { Ending } from './ending.ts';

const USAGE = `Usage: npm run episode -- "Why do cats purr?" [--minutes 10] [--out cats.mp3]
         [--voices "Heart, Adam"] [--tone Calm] [--style Interview] [--source FILE_OR_URL …] [--new]
         [--force]`;

/** Minutes: the shortest that has chapters, and the longest that is sold. */
const MINUTES = { least: 2, most: 25, usual: 10 };

export interface EpisodeOptions {
  topic: string;
  minutes: number;
  tone: Tone;
  style: Style;
  /** Names or ids; null if any two will do. */
  voices: [string, string] | null;
  /** `file` is absolute; null for a link. */
  sources: { name: string; file: string | null; given: Given }[];
  /** Absolute; ends in `.mp3`. */
  out: string;
  isNamed: boolean;
  /** Other files than the sources may be replaced. */
  isForced: boolean;
  isNew: boolean;
  /** The same for the same episode, wherever it is written. */
  hash: string;
}

/** Throws `Ending` with exit code 2 and one sentence, before anything is bought. */
export async function readArguments(args: string[]): Promise<EpisodeOptions> {
  const { values, positionals } = parsed(args);
  const [topic = '', ...more] = positionals.map((one) => one.trim());
  if (!topic || more.length) throw wrong('Give one topic, in quotes.');
  if (topic.length > TOPIC_MAX) throw wrong(`A topic can have at most ${TOPIC_MAX} characters.`);
  const tone = oneOf(TONES, values.tone, '--tone');
  const style = oneOf(STYLES, values.style, '--style');
  const minutes = minutesIn(values.minutes);
  const voices = voicesIn(values.voices);
  const sources = await Promise.all((values.source ?? []).map(sourceIn));
  if (sources.length > SOURCES_MAX) throw wrong(`Give at most ${SOURCES_MAX} sources.`);
  const out = await outIn(values.out ?? `${slugOf(topic)}.mp3`);
  const asked = [topic, minutes, tone, style, voices, sources.map(({ given }) => digestOf(given))];
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
  const { out: name, new: isNew, force: isForced } = values;
  const isNamed = name !== undefined;
  return { topic, minutes, tone, style, voices, sources, out, isNamed, isForced, isNew, hash };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        minutes: { type: 'string', default: String(MINUTES.usual) },
        out: { type: 'string' },
        voices: { type: 'string' },
        tone: { type: 'string', default: 'Normal' },
        style: { type: 'string', default: 'Conversation' },
        source: { type: 'string', multiple: true },
        new: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

const wrong = (sentence: string) => new Ending('wrong', `${sentence}\n${USAGE}`);

/** Relative to where the command was typed: npm runs it in the project's folder. */
const here = (file: string) => path.resolve(process.env.INIT_CWD ?? '.', file);

function minutesIn(text: string): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes >= MINUTES.least && minutes <= MINUTES.most) {
    return minutes;
  }
  throw wrong(`--minutes must be a whole number from ${MINUTES.least} to ${MINUTES.most}.`);
}

function oneOf<T extends string>(known: readonly T[], given: string, option: string): T {
  const found = known.find((one) => one.toLowerCase() === given.trim().toLowerCase());
  if (found) return found;
  throw wrong(`${option} must be one of: ${known.join(', ')}.`);
}

function voicesIn(given: string | undefined): EpisodeOptions['voices'] {
  if (given === undefined) return null;
  const [one, two, ...more] = given.split(',').map((name) => name.trim());
  if (one && two && !more.length && one.toLowerCase() !== two.toLowerCase()) return [one, two];
  throw wrong('--voices must be two different ones, as in "Heart, Adam".');
}

async function sourceIn(name: string): Promise<EpisodeOptions['sources'][number]> {
  if (/^https?:\/\//i.test(name)) return { name, file: null, given: { url: name } };
  const file = here(name);
  const bytes = await readFile(file).catch(() => {
    throw wrong(`--source ${name} is neither a file that can be read nor a link.`);
  });
  if (bytes.subarray(0, 5).toString() === '%PDF-') {
    if (bytes.length <= SOURCE_PDF_MAX) return { name, file, given: { pdf: bytes } };
    throw wrong(`--source ${name}: a PDF can be ${SOURCE_PDF_MAX / 1024 / 1024} MB at most.`);
  }
  const text = textIn(bytes)?.trim();
  if (text === undefined) {
    throw wrong(
      `--source ${name}: only a PDF or plain text in UTF-8 can be read. Save it as that.`,
    );
  }
  if (text && text.length <= SOURCE_TEXT_MAX) return { name, file, given: { text } };
  throw wrong(`--source ${name}: a text must have 1 to ${SOURCE_TEXT_MAX} characters.`);
}

/** Undefined for anything but text, such as a Word file, which must not be read out. */
function textIn(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = new TextDecoder().decode(bytes);
  return /[^\P{Cc}\s\x7f-\x9f]/u.test(text) ? undefined : text;
}

/** Checks that the file can be written, before the episode is paid for. */
async function outIn(given: string): Promise<string> {
  const out = here(given);
  if (path.extname(out) !== '.mp3') throw wrong('--out must be the name of an .mp3 file.');
  const folder = path.dirname(out);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw wrong(`--out: there is no folder ${folder}.`);
  await access(folder, constants.W_OK).catch(() => {
    throw wrong(`--out: we may not write in ${folder}.`);
  });
  return out;
}

export function slugOf(topic: string): string {
  const words = topic.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 60) || 'episode';
}

function digestOf(given: Given): string {
  const [[kind = '', content = ''] = []] = Object.entries(given);
  return createHash('sha256').update(kind).update(content).digest('hex');
}
