import type { AudioEngine } from './audio.ts';
import { encode, loadSound, resample } from './convert.ts';
import { drawCover } from './cover.ts';
import { decode } from './decode.ts';
import { gainFor } from './gain.ts';
import { openMaster } from './master.ts';
import { measure } from './measure.ts';
import { measureLoudness } from './measureLoudness.ts';
import { prepare } from './trim.ts';
import { writeTags } from './writeTags.ts';

export function openFfmpegEngine({ ffmpeg }: { ffmpeg: string }): AudioEngine {
  return {
    prepare,
    resample: (clip, options) => resample(ffmpeg, clip, options),
    gainFor,
    loudnessOf: measureLoudness,
    openMaster: (options) => openMaster(ffmpeg, options),
    measure: (file, signal) => measure(ffmpeg, file, signal),
    tag: writeTags,
    drawCover: (episode) => drawCover(ffmpeg, episode),
    sound: (name, options) => loadSound(ffmpeg, name, options),
    decode: (mp3, signal) => decode(ffmpeg, mp3, signal),
    encode: (clip, signal) => encode(ffmpeg, clip, signal),
  };
}
