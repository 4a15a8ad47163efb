import path from 'node:path';
import type { z } from 'zod';
import { type Faults, type faultSettings, openFaults } from '../../standins/faults.ts';

type FaultSettings = z.input<typeof faultSettings>;

/**
 * The settings with the plain writer and plain voices, unless they choose others: tests of the product
 * need scripts of exactly the length they ask for, which the demo's written-out scripts do not have,
 * and any voice.
 */
export function withPlainStandins({ openai, elevenlabs, ...others }: FaultSettings): FaultSettings {
  return {
    ...others,
    openai: { writer: 'plain', ...openai },
    // The tests of the whole sound, in test:all, hear the voices as they are.
    elevenlabs: { voices: process.env.USUAL_VOICES ? 'usual' : 'plain', ...elevenlabs },
  };
}

/** Faults that keep to them. */
export function plainFaults(faults: Faults): Faults {
  return { read: faults.read, write: (settings) => faults.write(withPlainStandins(settings)) };
}

/** Has the stand-ins that will be started on this data folder work plainly. */
export function choosePlainStandins(dataDir: string): void {
  plainFaults(openFaults(path.join(dataDir, 'standins'))).write({});
}
