import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { lazily } from '../../base/kit/lazily.ts';
import { charactersOf } from './glyphs.ts';

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
