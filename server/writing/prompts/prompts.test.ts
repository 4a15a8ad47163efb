import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import type { ScriptSpec, SectionSpec } from '../script/scriptWriter.ts';
import { planQuestion, sectionQuestion, systemPrompt } from './prompts.ts';

const spec: ScriptSpec = {
  episode: 'ep',
  topic: 'The salt tax of 1930, "and" its marchers',
  tone: 'Normal',
  style: 'Conversation',
  minutes: 10,
  hostA: 'Rachel',
  hostB: 'Adam',
};
const outline = {
  title: 'Salt',
  summary: 'S',
  sections: [
    { title: 'One', goal: 'First goal.', weight: 1 },
    { title: 'Two', goal: 'Second goal.', weight: 1 },
    { title: 'Three', goal: 'Third goal.', weight: 0.4 },
  ],
};
const PLACES = ['opening', 'middle', 'closing'] as const;
const section = (change: Partial<SectionSpec>): SectionSpec => ({
  ...spec,
  outline,
  section: 1,
  words: 200,
  place: 'middle',
  soFar: [],
  ...change,
});
const combinations = STYLES.flatMap((style) => TONES.map((tone) => ({ style, tone })));

describe.each(combinations)('$style, $tone', (chosen) => {
  const asked = { ...spec, ...chosen };
  const questions = [
    planQuestion(asked),
    ...PLACES.map((place, at) =>
      sectionQuestion(section({ ...chosen, place, section: at }), 200, []),
    ),
  ];

  test('topic, tone, style and host names reach every prompt', () => {
    const system = systemPrompt(asked);
    expect(system).toContain(`TONE (${chosen.tone})`);
    expect(system).toContain(`FORM (${chosen.style})`);
    expect(system).toContain('A, Rachel:');
    expect(system).toContain('B, Adam:');
    expect(questions).toHaveLength(4);
    for (const { data } of questions) {
      expect(data[0]).toMatchObject({
        topic: spec.topic,
        ...chosen,
        hosts: { A: 'Rachel', B: 'Adam' },
      });
    }
  });

  test('the system prompt does not depend on the topic', () => {
    expect(systemPrompt(asked)).toBe(systemPrompt({ ...asked, topic: 'Another' }));
  });

  test('the system prompt is shorter than 5,500 characters', () => {
    expect(systemPrompt(asked).length).toBeLessThan(5_500);
  });
});

test('every combination of style and tone has a prompt of its own', () => {
  const all = combinations.map((chosen) => systemPrompt({ ...spec, ...chosen }));
  expect(new Set(all).size).toBe(30);
  for (const place of PLACES) {
    const wanted = STYLES.map(
      (style) => sectionQuestion(section({ style, place }), 200, []).data.at(-1)?.wanted,
    );
    expect(new Set(wanted).size).toBe(STYLES.length);
  }
});

test.each(STYLES)('no section of %s goes on in the words of the one before', (style) => {
  const wanted = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (at) => sectionQuestion(section({ style, section: at }), 200, []).data.at(-1)?.wanted,
  );
  expect(wanted.filter((one, at) => one === wanted[at - 1])).toEqual([]);
});

const talk = (count: number, text = 'Something about salt that nobody has said.'): ScriptLine[] =>
  Array.from({ length: count }, (_, at) => ({
    speaker: at % 2 ? 'B' : 'A',
    text: `${at} ${text}`,
  }));

const saidIn = ({ data }: ReturnType<typeof sectionQuestion>): string[] =>
  data.flatMap(({ said }) => (said as string[] | undefined) ?? []);

test('a request shows the whole talk so far and begins with the kept messages of the one before', () => {
  const lines = talk(150);
  const earlier = sectionQuestion(section({}), 200, lines.slice(0, 100));
  const later = sectionQuestion(section({ section: 2 }), 200, lines);
  expect(saidIn(later)).toEqual(lines.map(({ speaker, text }) => `${speaker}: ${text}`));
  expect(later.data.slice(0, earlier.kept)).toEqual(earlier.data.slice(0, earlier.kept));
  expect([earlier.kept, later.kept]).toEqual([7, 10]);
  const unkept = saidIn({ ...later, data: later.data.slice(later.kept) });
  expect(unkept.length).toBeLessThan(16);
});

test('the talk shown to the model is limited, and its beginning is dropped in steps', () => {
  const shown = (count: number) =>
    saidIn(sectionQuestion(section({}), 200, talk(count, 'word '.repeat(60))));
  expect(shown(1_000).join('').length).toBeLessThanOrEqual(40_000);
  expect(shown(1_000).at(-1)).toContain('999 word');
  expect(shown(180)[0]).toBe(shown(190)[0]);
});

test('the prompt of a section gives its place, its length and the line before it', () => {
  const { data, most } = sectionQuestion(section({ place: 'closing', section: 2 }), 120, talk(3));
  expect(data[0]).toMatchObject({ plan: outline.sections.map(({ weight: _, ...shown }) => shown) });
  expect(data.at(-1)).toMatchObject({
    section: { index: 2, title: 'Three', goal: 'Third goal.' },
    place: 'closing',
    words: 120,
    goOnAfter: 'A: 2 Something about salt that nobody has said.',
  });
  expect(most).toBeGreaterThan(120 * 2);
  expect(most).toBeLessThan(6_000);
});
