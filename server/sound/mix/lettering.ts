/** Returns a text's width at font size 1. */
export type Width = (text: string) => number;

export const LEADING = 1.06;
const sizes = [208, 192, 176, 160, 146, 132, 120, 108, 98, 88, 78, 70, 62, 56];
const SMALLEST = 56;
/** Characters. A longer word is split anywhere. */
const LONGEST_WORD = 28;

/** Letters with a stroke, which Unicode does not decompose. */
const plainGlyphs: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H' };

/** Drops accents and signs. Null if a letter or digit would go: that changes the meaning. */
export function drawable(text: string, characters: Set<number>): string | null {
  const has = (character: string) => characters.has(character.codePointAt(0) ?? 0);
  let drawn = '';
  for (const character of text.normalize('NFC')) {
    const plain = plainGlyphs[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    if (/\s/.test(character)) drawn += ' ';
    else if (has(character)) drawn += character;
    else if (plain && [...plain].every(has)) drawn += plain;
    else if (/[\p{L}\p{N}]/u.test(character)) return null;
  }
  return drawn.replace(/ +/g, ' ').trim() || null;
}

/** Takes the largest size that fits the box (px). At the smallest, the rest is cut. */
export function setText(text: string, box: { width: number; height: number }, width: Width) {
  const pieces = new RegExp(`.{1,${LONGEST_WORD}}`, 'gu');
  const words = text.split(' ').flatMap((word) => word.match(pieces) ?? []);
  const widths = words.map(width);
  const widest = Math.max(...widths);
  const fill = filler(words, widths, width('n n') - width('nn'));
  for (const size of sizes) {
    const available = box.width / size;
    const { length } = fill(available);
    if (widest > available || length * LEADING * size > box.height) continue;
    const narrow = narrowest(widest, available, (tried) => fill(tried).length <= length);
    return { lines: fill(narrow), size };
  }
  const lines = fill(box.width / SMALLEST).slice(0, Math.floor(box.height / (LEADING * SMALLEST)));
  const last = lines.pop()?.replace(/[\s\p{P}]*\S+$/u, '');
  return { lines: [...lines, `${last}…`], size: SMALLEST };
}

/** Shrinks the line to half of `largest` at most, then cuts it to `available` pixels. */
export function fitLine(
  text: string,
  available: number,
  largest: number,
  width: Width,
): { text: string; size: number } {
  const size = Math.max(largest / 2, Math.min(largest, available / width(text)));
  let cut = text;
  while (cut.length > 1 && width(cut) * size > available)
    cut = `${[...cut].slice(0, -2).join('').trimEnd()}…`;
  return { text: cut, size };
}

/** All widths are at font size 1. */
function filler(words: string[], widths: number[], space: number): (available: number) => string[] {
  return (available) => {
    const lines: string[] = [];
    let used = Infinity;
    words.forEach((word, i) => {
      const width = widths[i] ?? 0;
      const fits = used + space + width <= available;
      lines.push(fits ? `${lines.pop()} ${word}` : word);
      used = fits ? used + space + width : width;
    });
    return lines;
  };
}

function narrowest(low: number, high: number, passes: (value: number) => boolean): number {
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2;
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}
