import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { LONGEST_TEXT, rowsWithHeads } from './cleanText.ts';
import { NotRead, type Parsed } from './notRead.ts';

const MOST_PAGES = 300;

/** @throws {NotRead} `encrypted`, `scanned` or `broken` */
export async function readPdf(bytes: Uint8Array): Promise<Parsed> {
  // pdf.js creates these when it loads, and needs them only to draw.
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
    text += `${joinLines(items.filter((item): item is TextItem => 'str' in item))}\n\f\n`;
    page.cleanup();
    if (text.length > LONGEST_TEXT) break;
  }
  if (!/[\p{L}\p{N}]/u.test(text)) throw new NotRead('scanned');
  const found = new Map(Object.entries(info));
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    title: textOf(found.get('Title')),
    site: null,
    // Not the file's CreationDate: it may have been exported or scanned long after. pdf.js spells
    // the names of the XMP metadata in lower case.
    published: textOf(metadata?.get('prism:publicationdate')),
    language: textOf(found.get('Language')),
    canonical: null,
    text,
  };
}

interface Line {
  items: TextItem[];
  cells: string[];
}

/** A gap between two cells, in heights of the line. */
const CELL_GAP = 1.5;
/** Two columns of text are no table. */
const FEWEST_CELLS = 3;
/** A page of more pieces is no page of tables, and its lines would take too much memory. */
const MOST_ITEMS = 10_000;

function joinLines(items: TextItem[]): string {
  if (items.length > MOST_ITEMS) return joinText(items);
  const lines = groupIntoLines(items);
  let text: TextItem[] = [];
  const parts: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const count = lines[at]?.cells.length ?? 0;
    let end = at + 1;
    while (lines[end]?.cells.length === count) end += 1;
    const block = lines.slice(at, end);
    const rows = count < FEWEST_CELLS ? null : rowsWithHeads(block.map(({ cells }) => cells));
    if (rows) {
      parts.push(joinText(text), ...rows);
      text = [];
    } else {
      text.push(...block.flatMap(({ items }) => items));
    }
    at = end;
  }
  return [...parts, joinText(text)].join('\n\n');
}

function groupIntoLines(items: TextItem[]): Line[] {
  const lines: Line[] = [];
  let last: TextItem | undefined;
  for (const item of items) {
    const line = lines.at(-1);
    const height = Math.max(item.height, last?.height ?? 0, 1);
    const isNew = !last || Math.abs(last.transform[5] - item.transform[5]) > 0.5 * height;
    const gap = last ? item.transform[4] - last.transform[4] - last.width : 0;
    if (!line || (item.str.trim() && isNew)) lines.push({ items: [item], cells: [item.str] });
    else {
      line.items.push(item);
      if (item.str.trim() && gap > CELL_GAP * height) line.cells.push(item.str);
      else line.cells.push(`${line.cells.pop() ?? ''}${item.str}`);
    }
    if (item.str.trim()) last = item;
  }
  return lines;
}

/** A gap of more than 1.8 heights begins a paragraph. */
function joinText(items: TextItem[]): string {
  let text = '';
  let last: TextItem | undefined;
  for (const item of items) {
    const gap = last ? Math.abs(last.transform[5] - item.transform[5]) : 0;
    const height = Math.max(item.height, last?.height ?? 0, 1);
    if (gap > 1.8 * height) text = `${text.trimEnd()}\n\n`;
    // Joins a word that was divided at the end of its line.
    else if (gap > 0.5 * height)
      text = text
        .replace(/(?<=\p{L})-\s*$/u, '')
        .replace(/(?<![\s-])$/, text.match(/\p{L}-\s*$/u) ? '' : ' ');
    text += item.hasEOL ? `${item.str} ` : item.str;
    last = item.str ? item : last;
  }
  return text;
}
