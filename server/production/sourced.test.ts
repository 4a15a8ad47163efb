import { describe, expect, it } from 'vitest';
import type { LineRow } from '../podcasts/lease.ts';
import type { Fact } from '../script/script.ts';
import { factsFor, sourcedOf } from './sourced.ts';

const facts: Fact[] = [1, 2, 3, 4].map((number) => ({
  number,
  text: `Fact ${number}`,
  quote: `Fact ${number}`,
  source: Math.ceil(number / 2),
  from: 'A page',
  strength: 'says',
}));
const line = (...numbers: number[]) => ({ basis: 'fact' as LineRow['basis'], facts: numbers });

describe('how much has a source', () => {
  it('is told in words, by lines and by the sources they rest on', () => {
    const lines = [line(1), line(), line(3, 4), line()];
    expect(sourcedOf(lines, facts)).toEqual({ share: 'about half', sources: 'two' });
    expect(sourcedOf([line(1), line(2)], facts)).toEqual({ share: 'nearly all', sources: 'one' });
    expect(sourcedOf([line(1), ...Array(9).fill(line())], facts)?.share).toBe('a small part');
  });

  it('counts what is concluded from a source, and no opinion about one', () => {
    const lines = [{ ...line(1), basis: 'inference' as const }, line()];
    const opinion = { ...line(3), basis: 'opinion' as const };
    expect(sourcedOf([...lines, opinion], facts)).toEqual({
      share: 'about a third',
      sources: 'one',
    });
    expect(sourcedOf([opinion, line()], facts)).toBeNull();
  });

  it('is nothing without a line that rests on one', () => {
    expect(sourcedOf([line(), line()], facts)).toBeNull();
    expect(sourcedOf([], facts)).toBeNull();
  });
});

describe('facts of a section', () => {
  const outline = {
    title: 'T',
    summary: 'S',
    sections: [
      { title: 'One', goal: 'G', weight: 1, facts: [1, 2] },
      { title: 'Two', goal: 'G', weight: 1, facts: [3] },
      { title: 'Three', goal: 'G', weight: 0.4 },
    ],
  };
  const spec = {
    episode: 'e',
    topic: 'T',
    tone: 'Normal',
    style: 'Conversation',
    minutes: 10,
    hostA: 'A',
    hostB: 'B',
    facts,
  };
  const inSection = (section: number, told: number[]) => {
    const written = told.map((number, position) => ({
      podcastId: 1,
      position,
      section: 0,
      speaker: 'A' as const,
      text: 'x',
      delivery: null,
      isOver: false,
      basis: 'fact' as const,
      facts: [number],
      state: 'written' as const,
      clipKey: null,
      milliseconds: null,
      startMilliseconds: null,
    }));
    return factsFor({ spec, outline, written }, section);
  };

  it('are those that were planned and not told', () => {
    expect(inSection(0, [])).toEqual({ use: [1, 2], used: [] });
    expect(inSection(0, [2])).toEqual({ use: [1], used: [2] });
  });

  it('are all that is left once its own are told, and none once all are', () => {
    expect(inSection(1, [3]).use).toEqual([1, 2, 4]);
    expect(inSection(1, [1, 2, 3, 4]).use).toEqual([]);
  });
});
