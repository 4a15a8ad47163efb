interface Setting {
  lines: string[];
  size: number;
}

/** How wide a text is at font size 1. */
export type Width = (text: string) => number;

/** Line height as a multiple of the font size. */
export const LEADING = 1.06;
const sizes = [208, 192, 176, 160, 146, 132, 120, 108, 98, 88, 78, 70, 62, 56];
const SMALLEST = 56;
/** Longer words are split anywhere. */
const LONGEST_WORD = 28;

/** Letters with a stroke, which Unicode does not decompose. */
const plainGlyphs: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H' };

/**
 * The text as it can be drawn with these characters. A missing letter loses its accent, a missing sign is
 * omitted. Null when a letter or digit would be omitted, because that changes the meaning.
 */
export function drawable(text: string, characters: Set<number>): string | null {
  const has = (character: string) => characters.has(character.codePointAt(0) ?? 0);
  let drawn = '';
  for (const character of text.normalize('NFC')) {
    const emails = plainGlyphs[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    if (/\s/.test(character)) drawn += ' ';
    else if (has(character)) drawn += character;
    else if (emails && [...emails].every(has)) drawn += emails;
    else if (/[\p{L}\p{N}]/u.test(character)) return null;
  }
  return drawn.replace(/ +/g, ' ').trim() || null;
}

/**
 * Splits a text into lines of even length at the largest size at which they fit the box, in pixels. What
 * does not fit at the smallest size is cut after a whole word, with an ellipsis.
 */
export function setText(
  text: string,
  box: { width: number; height: number },
  width: Width,
): Setting {
  const pieces = new RegExp(`.{1,${LONGEST_WORD}}`, 'gu');
  const words = text.split(' ').flatMap((word) => word.match(pieces) ?? []);
  const widths = words.map(width);
  const widest = Math.max(...widths);
  const fill = filler(words, widths, width('n n') - width('nn'));
  for (const size of sizes) {
    const available = box.width / size;
    const { length } = fill(available);
    if (widest > available || length * LEADING * size > box.height) continue;
    return {
      lines: fill(narrowest(widest, available, (tried) => fill(tried).length <= length)),
      size,
    };
  }
  const lines = fill(box.width / SMALLEST).slice(0, Math.floor(box.height / (LEADING * SMALLEST)));
  const last = lines.pop()?.replace(/[\s\p{P}]*\S+$/u, '');
  return { lines: [...lines, `${last}…`], size: SMALLEST };
}

/** One line in at most `available` pixels: reduced to half the size, then cut. */
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

/** Fills lines with words up to a width; all widths at font size 1. */
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

/** Bisects to the smallest value that passes, to a thousandth of the range. */
function narrowest(low: number, high: number, passes: (value: number) => boolean): number {
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2;
    if (passes(middle)) high = middle;
    else low = middle;
  }
  return high;
}
