import { describe, expect, it } from 'vitest';
import type { Fact } from '../../writing/script/scriptWriter.ts';
import { factsFor } from '../write/sectionDraft.ts';

const facts: Fact[] = [1, 2, 3, 4].map((number) => ({
  number,
  text: `Fact ${number}`,
  quote: `Fact ${number}`,
  paragraph: '',
  source: Math.ceil(number / 2),
  from: 'A page',
  strength: 'says',
}));

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
  const inSection = (section: number, usedFacts: number[]) => {
    const written = usedFacts.map((number, position) => ({
      podcastId: 1,
      position,
      section: 0,
      speaker: 'A' as const,
      text: 'x',
      delivery: null,
      isOver: false,
      basis: 'fact' as const,
      facts: [number],
      sum: null,
      sourceWords: null,
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
