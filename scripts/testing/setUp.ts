import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { note } from './notes.ts';

// The same generated values in each run, so that a red run is the fault of what was changed; at
// night another seed looks further.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

let before: NodeJS.CpuUsage;
beforeAll(() => {
  before = process.cpuUsage();
});
afterEach(({ task }) => {
  if (task.result?.retryCount) note({ repeated: `${task.file.name} > ${task.name}` });
});
// Registered before those of the file, so that it runs after them.
afterAll(() => {
  const { user, system } = process.cpuUsage(before);
  note({ file: String(expect.getState().testPath), seconds: (user + system) / 1e6 });
});
