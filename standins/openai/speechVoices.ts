import type { Sound } from '../speech/sound.ts';

const women = (pitch: number, throat: number, rate: number): Sound => ({
  base: 'slt',
  pitch,
  throat,
  rate,
});
const men = (base: 'rms' | 'awb', pitch: number, throat: number, rate: number): Sound => ({
  base,
  pitch,
  throat,
  rate,
});

/** Some of Kokoro's voices: the names are its own, the sounds are ours. One is not English. */
export const speechVoices: ReadonlyMap<string, Sound> = new Map([
  ['af_bella', women(168.4, 0.973, 1.045)],
  ['af_heart', women(191.5, 1.02, 1.045)],
  ['af_nicole', women(158, 0.95, 0.88)],
  ['af_sky', women(217.6, 1.067, 1.14)],
  ['am_adam', men('rms', 93.5, 0.944, 1.14)],
  ['am_eric', men('rms', 107.4, 1.085, 0.96)],
  ['am_michael', men('rms', 87.1, 0.88, 1.045)],
  ['bf_alice', women(179.6, 0.997, 0.96)],
  ['bf_emma', women(204.1, 1.043, 0.88)],
  ['bm_daniel', men('awb', 90, 0.91, 1.068)],
  ['bm_george', men('awb', 111.4, 0.98, 0.98)],
  ['bm_lewis', men('awb', 128.5, 1.027, 1.068)],
  ['jf_alpha', women(232, 1.09, 0.96)],
]);
