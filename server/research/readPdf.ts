import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { LONGEST_TEXT } from './cleanText.ts';
import { NotRead } from './notRead.ts';
import type { Parsed } from './parsed.ts';

const MOST_PAGES = 300;

/** @throws {NotRead} `encrypted`, `scanned` or `broken` */
export async function readPdf(bytes: Uint8Array): Promise<Parsed> {
  // pdf.js makes one when it is loaded, and needs it to draw only.
  Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({
    data: new Uint8Array(bytes),
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  }).promise.catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new NotRead(isLocked ? 'encrypted' : 'broken', { cause: error });
  });
  const { info, metadata } = await document.getMetadata();
  let text = '';
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    text += `${joinLines(items.filter((item): item is TextItem => 'str' in item))}\n\n`;
    page.cleanup();
    if (text.length > LONGEST_TEXT) break;
  }
  if (!/[\p{L}\p{N}]/u.test(text)) throw new NotRead('scanned');
  const found = new Map(Object.entries(info));
  const named = (name: string) => {
    const value: unknown = found.get(name);
    return typeof value === 'string' ? value : null;
  };
  /** Of its XMP, whose names pdf.js spells in small letters. */
  const said = (name: string) => {
    const value: unknown = metadata?.get(name);
    return typeof value === 'string' ? value : null;
  };
  return {
    title: named('Title'),
    site: null,
    // Not the file's CreationDate: it may have been exported or scanned long after.
    published: said('prism:publicationdate'),
    language: named('Language'),
    canonical: null,
    text,
  };
}

/** A gap of more than one and a half lines begins a paragraph. */
function joinLines(items: TextItem[]): string {
  let text = '';
  let last: TextItem | undefined;
  for (const item of items) {
    const gap = last ? Math.abs(last.transform[5] - item.transform[5]) : 0;
    const height = Math.max(item.height, last?.height ?? 0, 1);
    if (gap > 1.8 * height) text = `${text.trimEnd()}\n\n`;
    // A word that was divided at the end of its line.
    else if (gap > 0.5 * height)
      text = text
        .replace(/(?<=\p{L})-\s*$/u, '')
        .replace(/(?<![\s-])$/, text.match(/\p{L}-\s*$/u) ? '' : ' ');
    text += item.hasEOL ? `${item.str} ` : item.str;
    last = item.str ? item : last;
  }
  return text;
}
