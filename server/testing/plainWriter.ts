import path from 'node:path';
import type { z } from 'zod';
import { type Faults, type faultSettings, openFaults } from '../../standins/faults.ts';

type FaultSettings = z.input<typeof faultSettings>;

/**
 * The settings with the plain writer, unless they choose one: tests of the product need scripts of
 * exactly the length they ask for, which the demo's written-out scripts do not have.
 */
export function withPlainWriter(settings: FaultSettings): FaultSettings {
  return { ...settings, openai: { writer: 'plain', ...settings.openai } };
}

/** Faults that keep to the plain writer. */
export function plainFaults(faults: Faults): Faults {
  return { read: faults.read, write: (settings) => faults.write(withPlainWriter(settings)) };
}

/** Has the stand-ins that will be started on this data folder write plainly. */
export function choosePlainWriter(dataDir: string): void {
  plainFaults(openFaults(path.join(dataDir, 'standins'))).write({});
}
