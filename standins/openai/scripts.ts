import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Line } from './badHabits.ts';
import { shuffled } from './chance.ts';

/*
 * The demo's episodes, each written out for 25 minutes as a text file in `scripts/`: a head of
 * `name: value` lines, then `== Cold open` with its lines, then sections `== Title | role |
 * minutes`, each with a `goal:` line and beats separated by `--`. A line is `A [tag]: text`;
 * `[over]` is a reaction over the line before it. A line that begins with `//` names a source. `~`
 * begins and ends a stretch of talk that claims nothing: no figure, no name, and nothing that one
 * would want a source for. Years, measures and counts from ten are figures; a sentence begins with
 * a figure only if it is a year.
 */

export interface Utterance extends Line {
  delivery: string[];
  /** A reaction that may lie over the end of the line before it. */
  isOver: boolean;
  /** Numbers of the script's questions that it answers, from 1. */
  answers: number[];
}

/** Lines that belong together: what one of them raises is settled within the beat. */
export type Beat = Utterance[];

export interface ScriptSection {
  title: string;
  role: string;
  goal: string;
  /** In minutes: the shortest episode that contains it. */
  from: number;
  beats: Beat[];
  /** Its stretches that claim nothing. */
  talk: Beat[];
}

export interface Script {
  slug: string;
  title: string;
  summary: string;
  topic: string;
  style: string;
  tone: string;
  /** A typed topic that contains one of these asks for this script. */
  matches: string[];
  questions: string[];
  followUps: string[];
  /** Said before the greeting. It claims nothing, and the first section goes on from it. */
  coldOpen: Beat;
  sections: ScriptSection[];
}

const COLD_OPEN = '== Cold open';
const SECTION = /^== (.+?) \| (\w[\w ]*) \| (10|15|20|25)$/;
const UTTERANCE = /^([AB])((?: \[[^\]]+\])*): (.+)$/;
const FIELD = /^([\w-]+): (.+)$/;

/** Throws for a line that it does not understand. */
export function parseScript(slug: string, text: string): Script {
  const head = new Map<string, string[]>();
  const coldOpen: Beat = [];
  const sections: ScriptSection[] = [];
  let isCold = false;
  let isNewBeat = true;
  let isTalk = false;
  for (const line of text.split('\n').map((raw) => raw.trimEnd())) {
    const section = sections.at(-1);
    const [, title, role = '', from] = SECTION.exec(line) ?? [];
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    const utterance = UTTERANCE.exec(line);
    if (!line || line.startsWith('//')) continue;
    if (title) sections.push({ title, role, goal: '', from: Number(from), beats: [], talk: [] });
    if (title || line === '--') isNewBeat = true;
    else if (line === COLD_OPEN) isCold = true;
    else if (isCold && !section && utterance) coldOpen.push(readUtterance(utterance));
    else if (section && utterance) {
      if (isNewBeat) section.beats.push([]);
      const spoken = readUtterance(utterance);
      section.beats.at(-1)?.push(spoken);
      if (isTalk) section.talk.at(-1)?.push(spoken);
      isNewBeat = false;
    } else if (section && line === '~') {
      isTalk = !isTalk;
      if (isTalk) section.talk.push([]);
    } else if (section && name === 'goal') section.goal = value;
    else if (!section && !isCold && name) head.set(name, [...(head.get(name) ?? []), value]);
    else throw new Error(`${slug}: not understood: ${line}`);
  }
  const one = (name: string) => head.get(name)?.[0] ?? '';
  return {
    slug,
    title: one('title'),
    summary: one('summary'),
    topic: one('topic'),
    style: one('style'),
    tone: one('tone'),
    matches: [one('topic'), ...one('matches').split(/, */)],
    questions: head.get('question') ?? [],
    followUps: head.get('follow-up') ?? [],
    coldOpen,
    sections,
  };
}

function readUtterance([, side, tagged = '', text = '']: RegExpExecArray): Utterance {
  const tags = [...tagged.matchAll(/\[([^\]]+)\]/g)].map(([, tag = '']) => tag);
  return {
    speaker: side === 'B' ? 'B' : 'A',
    text,
    delivery: tags.filter((tag) => tag !== 'over' && !tag.startsWith('answers')),
    isOver: tags.includes('over'),
    answers: tags.filter((tag) => tag.startsWith('answers')).map((tag) => Number(tag.slice(8))),
  };
}

const folder = path.join(import.meta.dirname, 'scripts');

export const scripts: Script[] = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => parseScript(path.parse(name).name, readFileSync(path.join(folder, name), 'utf8')));

export function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function scriptOn(topic: string): Script | undefined {
  const typed = ` ${bare(topic)} `;
  return scripts.find(({ matches }) =>
    matches.some((phrase) => typed.includes(` ${bare(phrase)} `)),
  );
}

export function scriptOf(plan: { title: string }[]): Script | undefined {
  const titles = new Set(plan.map(({ title }) => bare(title)));
  const shared = ({ sections }: Script) =>
    sections.filter(({ title }) => titles.has(bare(title))).length;
  const [best] = scripts.toSorted((one, other) => shared(other) - shared(one));
  return best && shared(best) > 0 ? best : undefined;
}

export interface EarlierEpisode {
  title: string;
  facts: string[];
}

const told = new Map(
  scripts.map((script) => [
    script,
    script.sections.flatMap(({ beats }) => beats.flat().map(({ text }) => bare(text))).join('\n'),
  ]),
);
/** A shorter sentence may stand in any script. */
const TELLING = 6;

/** Goes by what was said as well, because the owner may have changed the title. */
function isFrom(script: Script, { title, facts }: EarlierEpisode): boolean {
  const said = facts.map(bare).filter((fact) => fact.split(' ').length >= TELLING);
  return (
    bare(title).includes(bare(script.title)) ||
    said.some((fact) => told.get(script)?.includes(fact))
  );
}

/** Prefers a script that the account has not heard. */
export function scriptInstead(
  seed: string,
  earlierEpisodes: EarlierEpisode[],
  isFit: (script: Script) => boolean = () => true,
): { script?: Script; isRepeat: boolean } {
  const order = shuffled(scripts, `${seed} script`).filter(isFit);
  const fresh = order.find((script) => !earlierEpisodes.some((episode) => isFrom(script, episode)));
  const script = fresh ?? order[0];
  return { ...(script && { script }), isRepeat: !fresh };
}

export function cut({ sections }: Script, count: number): ScriptSection[] {
  const last = sections.length - 1;
  const isEnd = (index: number) => index === 0 || index === last;
  const ranked = sections
    .map((section, index) => ({ section, index }))
    .toSorted(
      (one, other) =>
        Number(isEnd(other.index)) - Number(isEnd(one.index)) ||
        one.section.from - other.section.from ||
        one.index - other.index,
    );
  const kept = new Set(ranked.slice(0, count).map(({ section }) => section));
  return sections.filter((section) => kept.has(section));
}

export const wordsIn = (lines: Line[]): number =>
  lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
