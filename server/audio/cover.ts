import { createHash } from 'node:crypto';
import { Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { inScratch } from '../scratch.ts';
import { composeCover } from './composition.ts';
import { toJpeg } from './jpeg.ts';
import { drawable, type Width } from './lettering.ts';
import { FAMILY, fontOptions, loadTypeface } from './typeface.ts';

/**
 * Draws the cover of an episode as a JPEG of 1400 x 1400 pixels, always the same for the same episode.
 * Texts with characters that our typeface lacks are omitted instead of drawn as boxes.
 */
export async function drawCover(
  ffmpeg: string,
  episode: { title: string; hosts: [string, string]; seed: string },
): Promise<Buffer> {
  const typeface = await loadTypeface();
  const readable = (text: string) => drawable(text, typeface.characters);
  const contents = {
    title: readable(episode.title),
    first: readable(episode.hosts[0]),
    second: readable(episode.hosts[1]),
    seed: createHash('sha256').update(episode.seed).digest().readUInt32LE(),
  };
  return inScratch(async (folder) => {
    const options = await fontOptions(typeface, folder);
    const picture = await renderAsync(composeCover(contents, ruler(options)), options);
    return toJpeg(ffmpeg, picture.asPng(), folder);
  });
}

/** Measures texts with the renderer, kerning included. */
function ruler(options: ResvgRenderOptions): Width {
  return (text) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="${FAMILY}" font-size="100">${escapeHtml(text)}</text></svg>`;
    return (new Resvg(svg, options).getBBox()?.width ?? 0) / 100;
  };
}
