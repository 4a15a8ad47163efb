import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RenderedImage, Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import escapeHtml from 'escape-html';
import { inScratch } from '../../base/kit/scratch.ts';
import type { CoverContents } from './audio.ts';
import { composeCover } from './composition.ts';
import { drawable, type Width } from './lettering.ts';
import { startFfmpeg } from './startFfmpeg.ts';
import { FAMILY, fontOptions, loadTypeface } from './typeface.ts';

/** ms. */
const TIMEOUT = 60_000;

/** Leaves out a text that our typeface cannot show: missing letters would be boxes. */
export async function drawCover(ffmpeg: string, episode: CoverContents): Promise<Buffer> {
  const typeface = await loadTypeface();
  const readable = (text: string) => drawable(text, typeface.characters);
  const contents = {
    title: readable(episode.title),
    first: readable(episode.hosts[0]),
    second: readable(episode.hosts[1]),
    seed: episode.seed,
    wave: episode.wave,
  };
  return inScratch(async (folder) => {
    const options = await fontOptions(typeface, folder);
    const picture = await renderAsync(composeCover(contents, ruler(options)), options);
    return toJpeg(ffmpeg, picture, folder);
  });
}

function ruler(options: ResvgRenderOptions): Width {
  return (text) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text font-family="${FAMILY}" font-size="100">${escapeHtml(text)}</text></svg>`;
    return (new Resvg(svg, options).getBBox()?.width ?? 0) / 100;
  };
}

/**
 * The picture must be opaque. It goes to ffmpeg as bare pixels, because a PNG in between would take
 * as long as all the rest. Full colour resolution keeps flat edges clean.
 */
async function toJpeg(ffmpeg: string, picture: RenderedImage, folder: string): Promise<Buffer> {
  const source = path.join(folder, 'picture.rgba');
  const target = path.join(folder, 'picture.jpg');
  await writeFile(source, picture.pixels);
  const job = {
    input: source,
    inputOptions: [
      ...['-nostdin', '-f', 'rawvideo', '-pix_fmt', 'rgba'],
      ...['-video_size', `${picture.width}x${picture.height}`],
    ],
    outputOptions: ['-pix_fmt', 'yuvj444p', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2'],
    output: target,
  };
  await startFfmpeg(ffmpeg, job, AbortSignal.timeout(TIMEOUT)).done;
  return readFile(target);
}
