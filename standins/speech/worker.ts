import { parentPort } from 'node:worker_threads';
import type { Sound } from './sound.ts';
import { speak } from './speak.ts';

export interface SpeechJob {
  text: string;
  sound: Sound;
  sampleRate: number;
  /** Relative to the voice's own level, in dB; at most 0. */
  gain: number;
}
export type SpeechResult = { samples: Int16Array<ArrayBuffer> } | { error: string };

parentPort?.on('message', (job: SpeechJob) => {
  try {
    const factor = 10 ** (job.gain / 20);
    const spoken = speak(job.text, job.sound, job.sampleRate);
    const samples = new Int16Array(spoken.map((sample) => Math.round(sample * factor)));
    parentPort?.postMessage({ samples } satisfies SpeechResult, [samples.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies SpeechResult);
  }
});
