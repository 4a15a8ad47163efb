import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { lazily } from '../../base/kit/lazily.ts';
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
 * The display typeface, unpacked once: it comes as WOFF2 only, which the renderer cannot read. It has no
 * fallback font, because the renderer's own search for a missing letter draws a box.
 */
export const loadTypeface = lazily(async (): Promise<Typeface> => {
  // 12 MB that only a process which draws covers should hold.
  const { decompress } = await import('wawoff2');
  // Copied, because the next call overwrites the returned memory.
  const font = Buffer.from(await decompress(await readFile(resolve(FILE))));
  return { font, characters: charactersOf(font) };
});

/** Writes the font to `folder`, because the renderer reads only files, and returns its options. */
export async function fontOptions({ font }: Typeface, folder: string) {
  const file = path.join(folder, 'display.ttf');
  await writeFile(file, font);
  return { font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: FAMILY } };
}
