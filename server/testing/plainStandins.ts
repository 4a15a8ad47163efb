import path from 'node:path';
import type { z } from 'zod';
import { type Faults, type faultSettings, openFaults } from '../../standins/faults.ts';

type FaultSettings = z.input<typeof faultSettings>;

/** Tests need any voice, and scripts of exactly the length ordered, unlike those of the demo. */
export function withPlainStandins({ openai, elevenlabs, ...others }: FaultSettings): FaultSettings {
  return {
    ...others,
    openai: { writer: 'plain', ...openai },
    // The tests of the whole sound, in test:all, hear the usual voices.
    elevenlabs: { voices: process.env.USUAL_VOICES ? 'usual' : 'plain', ...elevenlabs },
  };
}

export function plainFaults(faults: Faults): Faults {
  return { read: faults.read, write: (settings) => faults.write(withPlainStandins(settings)) };
}

/** Makes the stand-ins that will start on this data folder work plainly. */
export function choosePlainStandins(dataDir: string): void {
  plainFaults(openFaults(path.join(dataDir, 'standins'))).write({});
}
