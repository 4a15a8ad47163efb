import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { decompress } from 'wawoff2';

export const FAMILY = 'Caprasimo';
const FILE = '@fontsource/caprasimo/files/caprasimo-latin-400-normal.woff2';

/** The renderer reads only TrueType files, so the WOFF2 is converted to a temporary one. */
export async function withGlyphs<T>(draw: (options: ResvgRenderOptions) => T): Promise<T> {
  const { resolve } = createRequire(import.meta.url);
  const font = Buffer.from(await decompress(await readFile(resolve(FILE))));
  const folder = mkdtempSync(path.join(tmpdir(), 'duologue-font-'));
  try {
    const file = path.join(folder, 'display.ttf');
    writeFileSync(file, font);
    return draw({ font: { fontFiles: [file], loadSystemFonts: false, defaultFontFamily: FAMILY } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bounding box of a text at font size 100, relative to the start of its baseline. */
export function measure(text: string, options: ResvgRenderOptions) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="${FAMILY}" font-size="100">${escapeHtml(text)}</text></svg>`;
  const box = new Resvg(svg, options).getBBox();
  if (!box) throw new Error(`"${text}" has no glyphs`);
  return box;
}
