import { parentPort } from 'node:worker_threads';
import { speak } from './speak.ts';
import type { Sound } from './voices.ts';

export interface SpeechJob {
  text: string;
  sound: Sound;
  sampleRate: number;
}
export type SpeechResult = { samples: Int16Array<ArrayBuffer> } | { error: string };

parentPort?.on('message', (job: SpeechJob) => {
  try {
    const samples = new Int16Array(speak(job.text, job.sound, job.sampleRate));
    parentPort?.postMessage({ samples } satisfies SpeechResult, [samples.buffer]);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies SpeechResult);
  }
});
