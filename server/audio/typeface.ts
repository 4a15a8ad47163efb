import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { decompress } from 'wawoff2';
import { lazily } from '../lazily.ts';
import { charactersOf } from './glyphs.ts';

export const FAMILY = 'Caprasimo';
const FILE = '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2';

interface Typeface {
  /** A TrueType file. */
  font: Buffer;
  characters: Set<number>;
}

const { resolve } = createRequire(import.meta.url);

/**
 * The display face, unpacked once: it comes as WOFF2 only, which the renderer cannot read. One file
 * and no second face behind it, because the renderer's own search for a missing letter gives up
 * half-way and draws a box.
 */
export const loadTypeface = lazily(async (): Promise<Typeface> => {
  // Copied at once: what comes back is a window on memory that the next call overwrites.
  const font = Buffer.from(await decompress(await readFile(resolve(FILE))));
  return { font, characters: charactersOf(font) };
});

/** Options for the renderer, which reads fonts from files alone; it is written to `folder`. */
export async function fontOptions({ font }: Typeface, folder: string) {
  const file = path.join(folder, 'display.ttf');
  await writeFile(file, font);
  return { font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: FAMILY } };
}
