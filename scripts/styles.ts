import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Nothing can be painted without the stylesheet, and fetching it takes another round trip.
 * Compressed, words and styles together still fit the first flight of packets.
 */
export async function inlineStyles(dist: string): Promise<void> {
  const file = path.join(dist, 'index.html');
  const html = await readFile(file, 'utf8');
  const sheets = [...html.matchAll(SHEET)];
  const [link, href] = sheets[0] ?? [];
  if (sheets.length !== 1 || !link || !href) throw new Error('index.html has not one stylesheet');
  const css = await readFile(path.join(dist, href), 'utf8');
  if (css.includes('</style')) throw new Error('The stylesheet would end its own element');
  await writeFile(
    file,
    html.replace(link, () => `<style>${css.trim()}</style>`),
  );
}
