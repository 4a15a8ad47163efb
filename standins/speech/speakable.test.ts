import fc from 'fast-check';
import { expect, test } from 'vitest';
import { speakable } from './speakable.ts';

test.each([
  ['Café — “naïve” façade…', 'Cafe , "naive" facade...'],
  ['Привет, Мир! Щи', 'Privet, Mir! Shi'],
  ['Ψυχή and λόγος', 'Psyhi and logos'],
  ['Straße, Þór, Łódź', 'Strasse, Thor, Lodz'],
  ['20°C & 3×5', '20 degrees C and 3 times 5'],
  ['**bold** <b>tag</b> #1 😀', 'bold b tag /b 1'],
  ['$3.5 billion in 2024 and 45%', '$3.5 billion in 2024 and 45%'],
])('the text "%s" is spoken as "%s"', (written, said) => {
  expect(speakable(written)).toBe(said);
});

test.each(['', '你好世界', '😀🎙️', '…!?', '\u0000'])(
  'text without pronounceable characters is spoken as "Well.": %j',
  (written) => {
    expect(speakable(written)).toBe('Well.');
  },
);

test('any text becomes plain ASCII with a letter or digit and no run of 25 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (written) => {
      const said = speakable(written);
      expect(said).toMatch(/^[ -~]*[A-Za-z0-9][ -~]*$/);
      expect(said).not.toMatch(/[A-Za-z0-9]{25}/);
    }),
  );
});
