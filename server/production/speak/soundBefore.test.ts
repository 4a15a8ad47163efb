import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { soundBefore } from './gaps.ts';

type Line = { section: number; text: string };

const HOOK = 'In 1816 the summer did not come.';
const GREETING = 'Hello, I am Ann.';
const said = (...texts: string[]) => texts.map((text) => ({ section: 0, text }));
const later = (...sections: number[]) =>
  sections.map((section) => ({ section, text: `This is about ${section}.` }));
const soundsOf = (lines: Line[]) => lines.map((line, i) => soundBefore(line, lines.slice(0, i)));

describe('the sting', () => {
  it('stands before the line that greets after the hook, once, and later chapters have a mark', () => {
    const opening = said(HOOK, 'Why?', `Because of a mountain. ${GREETING}`, 'Hi, I am Bob.', HOOK);
    expect(soundsOf([...opening, ...later(1, 1, 2)])).toEqual([
      ...[null, null, 'sting', null, null],
      ...['mark', null, 'mark'],
    ]);
  });

  it.each([
    { what: 'begins with its greeting', opening: said(GREETING, HOOK, 'Hello, I am Bob.') },
    { what: 'does not greet', opening: said(HOOK, 'Why is that?') },
    { what: 'says hello only in a story', opening: said(...Array(12).fill(HOOK), GREETING) },
  ])('stands at the first chapter of an episode that $what', ({ opening }) => {
    expect(soundsOf([...opening, ...later(1, 1, 2)])).toEqual([
      ...opening.map(() => null),
      ...['sting', null, 'mark'],
    ]);
  });

  it('is where it was when lines are dropped or added behind it', () => {
    const opening = said(HOOK, GREETING);
    expect(soundsOf([...opening, ...later(2, 4)])).toEqual([null, 'sting', 'mark', 'mark']);
  });
});

test('any episode with chapters has one sting, and one mark at each later chapter', () => {
  const text = fc.constantFrom(HOOK, GREETING, 'Good morning, everyone.', 'No.');
  const section = fc.array(text, { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(fc.array(section, { minLength: 2, maxLength: 8 }), (sections) => {
      const lines = sections.flatMap((texts, index) =>
        texts.map((one) => ({ section: index, text: one })),
      );
      const sounds = soundsOf(lines);
      expect(sounds.filter((sound) => sound === 'sting')).toHaveLength(1);
      const begins = lines.map((line, i) => i > 0 && line.section !== lines[i - 1]?.section);
      const inOpening = sounds.indexOf('sting') < (sections[0]?.length ?? 0);
      expect(sounds.filter((sound) => sound === 'mark')).toHaveLength(
        sections.length - (inOpening ? 1 : 2),
      );
      sounds.forEach((sound, i) => {
        if (begins[i]) expect(sound).not.toBeNull();
        else expect(sound).not.toBe('mark');
      });
    }),
  );
});
