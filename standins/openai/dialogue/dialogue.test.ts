import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Turn } from './bank.ts';
import { outlineFor } from './plan.ts';
import { writeSection } from './section.ts';
import { readTopic } from './topic.ts';

const STYLES = ['Conversation', 'Interview', 'Debate', 'Storytelling', 'Explain it simply'];
const TONES = ['Normal', 'Funny', 'Serious', 'Calm', 'Energetic', 'Skeptical'];
/** Each tone is tried with one of them. */
const TOPICS = ['Why do cats purr?', 'The history of the bicycle', '\u{1F6B2}'];
const SECTIONS: Record<number, number> = { 10: 6, 15: 8, 20: 10, 25: 12 };
const hosts = { A: 'Rachel', B: 'Adam' };

interface Episode {
  topic?: string;
  style?: string;
  tone?: string;
  minutes?: number;
  seed?: string;
  /** The most words that are asked for at once in a middle section. */
  piece?: number;
}

/** An episode written as the product asks for it: in stateless calls that see the last eight lines. */
function episode({
  topic = 'Why do cats purr?',
  style = 'Conversation',
  tone = 'Normal',
  minutes = 10,
  seed = 'seed',
  piece = 9_999,
}: Episode) {
  const count = SECTIONS[minutes] ?? 6;
  const plan = outlineFor({ seed, topic, tone, style, sections: count }, hosts);
  const goodbye = 72;
  const each = Math.round((minutes * 172 - goodbye) / (count - 1));
  const turns: Turn[] = [];
  const missed: number[] = [];
  const sections = plan.sections.map(({ title }, index) => {
    const place = index === 0 ? 'opening' : index === count - 1 ? 'closing' : 'middle';
    const asked = place === 'closing' ? goodbye : each;
    const filling = { topic: readTopic(topic), hosts, section: title };
    const mine: Turn[] = [];
    while (asked - words(mine) > 20) {
      const wanted = Math.min(asked - words(mine), place === 'closing' ? asked : piece);
      const recent = turns.slice(-8).map(({ text }) => text);
      const ask = { seed, tone, style, index, count, place, filling } as const;
      const written = writeSection(mine.length ? { ...ask, place: 'middle' } : ask, wanted, recent);
      if (!written.length) break;
      mine.push(...written);
      turns.push(...written);
    }
    missed.push(words(mine) / asked - 1);
    return mine;
  });
  return { plan, turns, sections, missed, text: turns.map(({ text }) => text).join(' ') };
}

const words = (turns: Turn[]) => turns.flatMap(({ text }) => text.split(/\s+/)).length;

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?]["']?)\s+/).map((sentence) => sentence.toLowerCase());
}

/** The share of runs of four words that have occurred before. */
function repeatedRuns(text: string): number {
  const all = text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
  const runs = all.slice(3).map((_, index) => all.slice(index, index + 4).join(' '));
  return 1 - new Set(runs).size / runs.length;
}

const repeated = (items: string[]) => items.filter((item, at) => items.indexOf(item) !== at);

describe.each(STYLES)('style %s', (style) => {
  test.each([10, 15, 20, 25])(
    'an episode of %i minutes keeps its word budget and repeats no sentence',
    (minutes) => {
      for (const [index, tone] of TONES.entries()) {
        const topic = TOPICS[index % TOPICS.length] ?? '';
        const { missed, text, turns } = episode({ style, tone, minutes, topic, seed: tone });
        for (const miss of missed) expect(Math.abs(miss)).toBeLessThanOrEqual(0.03);
        expect(repeated(sentences(text))).toEqual([]);
        expect(repeatedRuns(text)).toBeLessThan(0.02);
        for (const turn of turns) expect(turn.text.split(' ').length).toBeLessThan(75);
      }
    },
  );

  test('an episode greets once, at the start, and says goodbye once, at the end', () => {
    for (const tone of TONES) {
      const { turns, text } = episode({ style, tone, seed: `${tone}!` });
      const greeting = /\b(?:hello|welcome)\b/i;
      expect(turns[0]?.text).toMatch(greeting);
      expect(turns.filter((turn) => greeting.test(turn.text))).toHaveLength(1);
      expect(turns.at(-1)?.text).toMatch(/\bgoodbye\b/i);
      expect(text.match(/\bgoodbye\b/gi)).toHaveLength(1);
    }
  });

  test('every section of an episode except the last names the topic', () => {
    for (const topic of ['lighthouses', 'The fall of Rome', 'how to start a sourdough']) {
      const { sections } = episode({ style, topic, minutes: 25 });
      const [thing = ''] = readTopic(topic).things;
      for (const section of sections.slice(0, -1)) {
        const named = section.filter(({ text }) =>
          text.toLowerCase().includes(thing.toLowerCase()),
        );
        expect(named.length).toBeGreaterThan(0);
      }
    }
  });

  test('the two hosts mostly take turns, in lines of many lengths', () => {
    const { turns } = episode({ style, minutes: 25 });
    const same = turns.filter(({ side }, at) => turns[at - 1]?.side === side).length;
    expect(same / turns.length).toBeLessThan(0.15);
    const lengths = turns.map(({ text }) => text.split(' ').length);
    expect(lengths.filter((length) => length < 10).length).toBeGreaterThan(20);
    expect(lengths.filter((length) => length > 25).length).toBeGreaterThan(20);
    const share = words(turns.filter(({ side }) => side === 'A')) / words(turns);
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.75);
  });

  test('an episode whose sections are written in pieces repeats no sentence', () => {
    for (const piece of [60, 110, 180]) {
      for (const minutes of [10, 25]) {
        const { text, missed } = episode({ style, minutes, piece, seed: `pieces ${piece}` });
        expect(repeated(sentences(text))).toEqual([]);
        for (const miss of missed) expect(Math.abs(miss)).toBeLessThan(0.12);
      }
    }
  });
});

test('a half-written section is continued, not started again', () => {
  const topic = readTopic('lighthouses');
  const filling = { topic, hosts, section: '' };
  for (const index of [0, 2]) {
    const place = index ? 'middle' : 'opening';
    const ask = {
      seed: 's',
      tone: 'Funny',
      style: 'Debate',
      index,
      count: 8,
      place,
      filling,
    } as const;
    const whole = writeSection(ask, 300, []);
    for (let cut = 1; cut < whole.length; cut++) {
      const recent = whole.slice(Math.max(0, cut - 8), cut).map(({ text }) => text);
      const rest = writeSection({ ...ask, place: 'middle' }, 200, recent);
      const said = new Set(whole.slice(0, cut).map(({ text }) => text));
      expect(rest.filter(({ text }) => said.has(text))).toEqual([]);
      expect(rest.map(({ text }) => text).join(' ')).not.toMatch(/\bwelcome\b/i);
    }
  }
});

test.each(STYLES)(
  'style %s: the last section never runs out of lines, even if all others stayed short',
  (style) => {
    for (const tone of TONES) {
      // A number is written out before it is spoken, and comes back like that.
      const filling = {
        topic: readTopic('Question 32: what do we owe to chance?'),
        hosts,
        section: '',
      };
      const base = { seed: `dry ${tone}`, tone, style, count: 12, filling };
      const said: string[] = [];
      const ask = (index: number, wanted: number) => {
        const place = index ? 'middle' : 'opening';
        const turns = writeSection({ ...base, index, place }, wanted, said);
        said.push(...turns.map(({ text }) => text.replaceAll('32', 'thirty-two')));
        return turns;
      };
      for (let index = 0; index < 10; index++) ask(index, 280);
      for (let left = 1200; left > 25; ) {
        const turns = ask(10, Math.min(110, left));
        expect(turns, `${tone}, ${left} words left`).not.toEqual([]);
        left -= words(turns);
      }
      const whole = said.filter((text) => text.split(' ').length > 6);
      expect(new Set(whole).size, tone).toBe(whole.length);
    }
  },
);

test('the same seed always gives the same script, and another seed a different one', () => {
  const one = episode({ seed: 'one', minutes: 25 });
  expect(episode({ seed: 'one', minutes: 25 }).text).toBe(one.text);
  const other = new Set(sentences(episode({ seed: 'other', minutes: 25 }).text));
  const shared = sentences(one.text).filter((sentence) => other.has(sentence));
  expect(shared.length / sentences(one.text).length).toBeLessThan(0.75);
});

test('every style and every tone has sentences of its own', () => {
  const heard = (change: Episode) => new Set(sentences(episode(change).text));
  const own = (mine: Set<string>, others: Set<string>[]) =>
    [...mine].filter((sentence) => others.every((other) => !other.has(sentence))).length /
    mine.size;
  const styles = STYLES.map((style) => heard({ style }));
  for (const mine of styles) {
    expect(
      own(
        mine,
        styles.filter((other) => other !== mine),
      ),
    ).toBeGreaterThan(0.3);
  }
  const tones = TONES.map((tone) => heard({ tone }));
  for (const mine of tones.slice(1)) {
    expect(
      own(
        mine,
        tones.filter((other) => other !== mine),
      ),
    ).toBeGreaterThan(0.1);
  }
});

test('a host never addresses the other by the wrong name', () => {
  const { turns } = episode({ minutes: 25 });
  for (const { side, text } of turns.slice(1)) {
    expect(text).not.toMatch(new RegExp(`, ${hosts[side]}[?.,]`));
  }
});

test('titles and summaries keep to their maximum length', () => {
  for (const style of STYLES) {
    for (const topic of ['x'.repeat(500), 'why '.repeat(120), 'Why do cats purr?', '\u{1F6B2}']) {
      const plan = outlineFor({ seed: 's', topic, tone: 'Normal', style, sections: 16 }, hosts);
      expect(plan.sections.length).toBeGreaterThan(14);
      expect(plan.title.length).toBeLessThanOrEqual(120);
      expect(plan.summary.length).toBeLessThanOrEqual(600);
      for (const { title } of plan.sections) expect(title.length).toBeLessThanOrEqual(80);
    }
  }
});

describe('phrase bank', () => {
  const folder = path.join(import.meta.dirname, 'bank');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const pages = files
    .filter((file) => file.endsWith('.txt'))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
  const turns = pages.flatMap(({ text }) =>
    [...text.matchAll(/^[AB]: (.+)$/gm)].map(([, t = '']) => t),
  );

  test('the phrase bank holds no sentence twice, except for openings', () => {
    const all = turns
      .flatMap(sentences)
      .filter((sentence) => !/^hello|^i am \{me\}/.test(sentence));
    expect(repeated(all)).toEqual([]);
  });

  test('the phrase bank is plain ASCII, so that any voice can speak it', () => {
    for (const { file, text } of pages)
      expect([file, text.match(/[^\n\x20-\x7e]/)]).toEqual([file, null]);
  });

  test('every placeholder in the phrase bank is known and gets filled', () => {
    const slots = turns.flatMap((turn) => [...turn.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const known = ['thing', 'topic', 'word', 'other', 'question', 'clause', 'why', 'whole'];
    expect([...new Set(slots)].sort()).toEqual([...known, 'section', 'me', 'you'].sort());
    const { text } = episode({ minutes: 25, topic: 'salt and pepper' });
    expect(text).not.toMatch(/[{}[\]|]/);
  });
});
