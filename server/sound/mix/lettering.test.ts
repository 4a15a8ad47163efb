import { describe, expect, test } from 'vitest';
import { drawable, fitLine, LEADING, setText } from './lettering.ts';
import { loadTypeface } from './typeface.ts';

/** Every character half as wide as it is high. */
const width = (text: string) => text.length / 2;
const box = { width: 1200, height: 500 };

describe('drawable', () => {
  test.each([
    ['Why the sea glows', 'Why the sea glows'],
    ['  Two\n words  ', 'Two words'],
    ['Été, “naïve” — 50%…', 'Été, “naïve” — 50%…'],
    ['CO₂ and the ﬁrst kiss', 'CO2 and the first kiss'],
    ['Phở in Łódź', 'Pho in Lódz'],
    ['Fire 🔥 and 👨‍👩‍👧 water', 'Fire and water'],
    ['<b>Salt & "pepper"</b>', '<b>Salt & "pepper"</b>'],
  ])('the drawable text of %j is %j', async (text, drawn) => {
    const { characters } = await loadTypeface();
    expect(drawable(text, characters)).toBe(drawn);
  });

  test.each(['海はなぜ光る', 'What is 愛?', 'Почему', 'شعر', '🔥', '', '   ', '\u0000'])(
    '%j has no drawable text',
    async (text) => {
      const { characters } = await loadTypeface();
      expect(drawable(text, characters)).toBeNull();
    },
  );
});

describe('setText', () => {
  test('a short title is set large, on lines of even length', () => {
    const { lines, size } = setText('Why the sea glows at night', box, width);
    expect(lines).toEqual(['Why the sea', 'glows at night']);
    expect(size).toBeGreaterThan(150);
  });

  test.each([1, 3, 9, 20, 40, 50])('a title of %i words stays inside the box', (count) => {
    const text = Array.from({ length: count }, (_, i) => 'abcdefgh'.slice(i % 7)).join(' ');
    const { lines, size } = setText(text, box, width);
    expect(Math.max(...lines.map(width)) * size).toBeLessThanOrEqual(box.width);
    expect(lines.length * size * LEADING).toBeLessThanOrEqual(box.height);
    expect(lines.join(' ')).toBe(text);
  });

  test('a title that fits at no size is cut after a whole word', () => {
    const text = 'plankton '.repeat(120).trim();
    const { lines, size } = setText(text, box, width);
    expect(lines.length * size * LEADING).toBeLessThanOrEqual(box.height);
    expect(lines.join(' ')).toMatch(/^(plankton )+plankton…$/);
  });

  test('a word too long for any line is broken', () => {
    const { lines, size } = setText('a'.repeat(500), box, width);
    expect(Math.max(...lines.map(width)) * size).toBeLessThanOrEqual(box.width);
    expect(lines.join('').length).toBeGreaterThan(150);
  });
});

test.each([
  { name: 'Lily', text: 'Lily', size: 72 },
  { name: 'Maximiliane-Sophie', text: 'Maximiliane-Sophie', size: 500 / 9 },
  { name: `Anna ${'a'.repeat(40)}`, text: `Anna ${'a'.repeat(21)}…`, size: 36 },
])('the host name $name is set as $text', ({ name, text, size }) => {
  expect(fitLine(name, 500, 72, width)).toEqual({ text, size });
});
