import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pick } from '../chance.ts';

export type Side = 'A' | 'B';
/** One turn as it stands in the bank: `text` still has its slots, see `fill.ts`. */
export interface Turn {
  side: Side;
  text: string;
}
/** A few turns that belong together. */
export type Beat = Turn[];
/** One file of the bank: blocks by directive (`@beat`, `@open`, ...), plain lines under `lines`. */
interface Page {
  blocks: { kind: string; beat: Beat }[];
  words: Record<string, string[]>;
}

/*
 * The bank is text, one file for each part of a conversation: `@name` starts a kind of block, an
 * empty line ends a block, `A:` and `B:` begin a turn. A block without turns is words: titles,
 * goals, reactions.
 */
const folder = path.join(import.meta.dirname, 'bank');

function readPage(file: string): Page {
  const page: Page = { blocks: [], words: {} };
  let kind = 'lines';
  for (const block of readFileSync(path.join(folder, file), 'utf8').split(/\n\s*\n/)) {
    const lines = block.split('\n').filter(Boolean);
    if (lines[0]?.startsWith('@')) kind = lines.shift()?.slice(1) ?? kind;
    const turns = lines.flatMap(readTurn);
    if (turns.length) page.blocks.push({ kind, beat: turns });
    else page.words[kind] = [...(page.words[kind] ?? []), ...lines];
  }
  return page;
}

/** The blocks of these kinds, in the order of the file. */
function blocks(page: Page | undefined, ...kinds: string[]): Beat[] {
  return page?.blocks.flatMap(({ kind, beat }) => (kinds.includes(kind) ? [beat] : [])) ?? [];
}

function readTurn(line: string): Turn[] {
  const [, side, text] = /^([AB]): (.+)$/.exec(line) ?? [];
  return text && (side === 'A' || side === 'B') ? [{ side, text }] : [];
}

function readFolder(name: string): Map<string, Page> {
  const files = readdirSync(path.join(folder, name)).filter((file) => file.endsWith('.txt'));
  return new Map(
    files.map((file) => [path.basename(file, '.txt'), readPage(path.join(name, file))]),
  );
}

export interface Angle {
  name: string;
  title: string;
  goal: string;
  ways: Beat[];
  beats: Beat[];
  light: Beat[];
}
export interface Style {
  /** Titles that belong to this style alone, and what its first section is called. */
  titles: string[];
  first: string | null;
  open: Beat[];
  openQuestion: Beat[];
  beats: Beat[];
  /** The same without what a short episode has no time for. */
  shortBeats: Beat[];
  /** How a story is taken up again. */
  back: Beat[];
  wrap: Beat[];
  bye: Beat[];
}
export interface Tone {
  open: Beat[];
  beats: Beat[];
  says: string[];
}

function angleOf(name: string, page: Page | undefined): Angle {
  return {
    name,
    title: page?.words.title?.[0] ?? name,
    goal: page?.words.goal?.[0] ?? name,
    ways: blocks(page, 'in'),
    beats: blocks(page, 'beat'),
    light: blocks(page, 'light'),
  };
}

/** In the order in which a conversation would come to them. */
const ORDER = [
  ['meaning', 'noticing', 'roots', 'workings', 'myths', 'people', 'doubt'],
  ['scale', 'everyday', 'tradeoffs', 'minds', 'trial', 'future'],
].flat();
const angleFiles = readFolder('angles');
export const angles: Angle[] = ORDER.map((name) => angleOf(name, angleFiles.get(name)));

/** For sections beyond those that have an angle of their own. */
export const noAngle = angleOf('', undefined);
const opening = readPage('opening.txt');
export const openingAngle = angleOf('opening', opening);
/** Beats for a topic with a second thing in it. */
export const openingWithOther = blocks(opening, 'beat other');
const closing = readPage('closing.txt');
export const closingAngle = angleOf('closing', closing);
/** What is said in the closing where other sections have reactions. */
export const closingSays = saysOf(closing);

const common = readPage('common.txt');
export const commonBeats = blocks(common, 'beat', 'beat other');
/** Ways into a section whose title is not one of ours. */
export const bridges = blocks(common, 'bridge');
/** Beats about the question itself, or about how the topic was worded. */
export const askingBeats = blocks(readPage('asking.txt'), 'beat');
/** How a story is left for what is known about its subject. */
export const asides = readPage('asides.txt').words.lines ?? [];
/** How a host goes over from one beat to the next. */
export const turnings = readPage('turns.txt').words.lines ?? [];
export const reactions = readPage('reactions.txt').words.lines ?? [];

const styleFiles = readFolder('styles');
const toneFiles = readFolder('tones');

/**
 * By the name on the order form; an unknown style is a conversation. Of stories there are several,
 * in files of their own, and each episode is told one of them.
 */
export function styleOf(name: string, seed: string): Style {
  const key = name.toLowerCase().split(' ')[0] ?? '';
  const files = [...styleFiles.keys()].filter((file) => file === key || file.startsWith(`${key}-`));
  const page = styleFiles.get(pick(files.sort(), `${seed} tale`) ?? 'conversation');
  return {
    titles: page?.words.title ?? [],
    first: page?.words.first?.[0] ?? null,
    open: blocks(page, 'open'),
    openQuestion: blocks(page, 'open question'),
    beats: blocks(page, 'beat', 'beat aside'),
    shortBeats: blocks(page, 'beat'),
    back: blocks(page, 'back'),
    wrap: blocks(page, 'wrap'),
    bye: blocks(page, 'bye'),
  };
}

/** By the name on the order form; an unknown tone is the normal one. */
export function toneOf(name: string): Tone {
  const page = toneFiles.get(name.toLowerCase()) ?? toneFiles.get('normal');
  return {
    open: blocks(page, 'open'),
    beats: blocks(page, 'beat'),
    says: saysOf(page),
  };
}

function saysOf(page: Page | undefined): string[] {
  return blocks(page, 'say').flatMap((beat) => beat.map((turn) => turn.text));
}

const domainFiles = readFolder('domains');

/** Beats for the fields that these words belong to, the best match first; none is a fair answer. */
export function domainBeats(keywords: readonly string[]): Beat[] {
  const given = new Set(keywords);
  return [...domainFiles.values()]
    .map((page) => {
      const known = new Set((page.words.words ?? []).flatMap((line) => line.split(/\s+/)));
      return {
        beats: blocks(page, 'beat'),
        score: [...given].filter((w) => known.has(w)).length,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, 2)
    .flatMap(({ beats }) => beats);
}

const knownFiles = readFolder('known');

/**
 * What there really is to say about a few topics, those that the product suggests among them. Each
 * line of a page's words is a topic: every word of it has to begin a word of what was asked for.
 */
export function knownBeats(keywords: readonly string[]): Beat[] {
  const isAsked = (line: string) =>
    line.split(' ').every((word) => keywords.some((keyword) => keyword.startsWith(word)));
  const page = [...knownFiles.values()].find(({ words }) => words.words?.some(isAsked));
  return blocks(page, 'beat');
}
