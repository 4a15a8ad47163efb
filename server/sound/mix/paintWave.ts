import { colours } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import { drawWave, type WaveDrawing } from '#shared/wave.ts';

/** Use it once per picture, because it names a clip path. */
export function paintWave(wave: EpisodeWave | null, drawing: WaveDrawing): string {
  const { a, b } = drawWave(wave, drawing);
  return `<clipPath id="first"><path d="${a}"/></clipPath>
  <path d="${a}" fill="${colours.wa[0]}"/>
  <path d="${b}" fill="${colours.wb[0]}"/>
  <path d="${b}" fill="${colours.meet[0]}" clip-path="url(#first)"/>`;
}
