import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { decompress } from 'wawoff2';
import { charactersOf } from './glyphs.ts';

export const FAMILY = 'Caprasimo';
const subsets = ['latin', 'latin-ext'];

interface Typeface {
  fonts: Buffer[];
  characters: Set<number>;
}

const { resolve } = createRequire(import.meta.url);
let loaded: Promise<Typeface> | undefined;

/** The display face, unpacked once: it comes as WOFF2 only, which the renderer cannot read. */
export function loadTypeface(): Promise<Typeface> {
  loaded ??= unpack();
  return loaded;
}

async function unpack(): Promise<Typeface> {
  const fonts: Buffer[] = [];
  // One by one, and copied at once: what comes back is a window on memory the next call overwrites.
  for (const subset of subsets) {
    const file = `@fontsource/caprasimo/files/caprasimo-${subset}-400-normal.woff2`;
    fonts.push(Buffer.from(await decompress(await readFile(resolve(file)))));
  }
  const characters = fonts.flatMap((font) => [...charactersOf(font)]);
  return { fonts, characters: new Set(characters) };
}

/** Options for the renderer, which reads fonts from files alone; they are written to `folder`. */
export async function fontOptions({ fonts }: Typeface, folder: string) {
  const fontFiles = fonts.map((_, index) => path.join(folder, `${index}.ttf`));
  await Promise.all(fonts.map((font, index) => writeFile(fontFiles[index] ?? '', font)));
  return { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: FAMILY } };
}
