import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { lazily } from '../../base/kit/lazily.ts';

export const FAMILY = 'Caprasimo';
const FILE = '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2';

interface Typeface {
  /** TrueType. */
  font: Buffer;
  characters: Set<number>;
}

const { resolve } = createRequire(import.meta.url);

/** The renderer cannot read WOFF2, and draws a missing letter as a box. */
export const loadTypeface = lazily(async (): Promise<Typeface> => {
  // Takes 12 MB, so only a process that draws covers loads it.
  const { decompress } = await import('wawoff2');
  // Copied, because the next call overwrites the returned memory.
  const font = Buffer.from(await decompress(await readFile(resolve(FILE))));
  return { font, characters: charactersOf(font) };
});

/** Writes the font to `folder`, because the renderer reads only files. */
export async function fontOptions({ font }: Typeface, folder: string) {
  const file = path.join(folder, 'display.ttf');
  await writeFile(file, font);
  return { font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: FAMILY } };
}

/** Reads which characters a TrueType font can draw (OpenType 1.9, `cmap`, format 4). */
function charactersOf(font: Buffer): Set<number> {
  const characters = new Set<number>();
  const start = tableStart(font, 'cmap');
  for (let i = 0; i < font.readUInt16BE(start + 2); i++) {
    const subtable = start + font.readUInt32BE(start + 4 + 8 * i + 4);
    if (font.readUInt16BE(subtable) === 4) readSegments(font, subtable, characters);
  }
  return characters;
}

function tableStart(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let entry = 12; entry < 12 + 16 * tables; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`the font has no ${tag}`);
}

/** A segment is a range of characters with an offset to their glyphs; glyph 0 is missing. */
function readSegments(font: Buffer, subtable: number, characters: Set<number>): void {
  const size = font.readUInt16BE(subtable + 6);
  const column = (index: number) => subtable + 14 + index * size + (index > 0 ? 2 : 0);
  for (let at = 0; at < size; at += 2) {
    const last = font.readUInt16BE(column(0) + at);
    const first = font.readUInt16BE(column(1) + at);
    const delta = font.readUInt16BE(column(2) + at);
    const rangeAt = column(3) + at;
    const range = font.readUInt16BE(rangeAt);
    for (let character = first; character <= last && character !== 0xffff; character++) {
      const direct = range
        ? font.readUInt16BE(rangeAt + range + 2 * (character - first))
        : character;
      const glyph = direct === 0 && range ? 0 : (direct + delta) & 0xffff;
      if (glyph) characters.add(character);
    }
  }
}
