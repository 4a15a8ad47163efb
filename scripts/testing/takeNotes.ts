import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { note } from './notes.ts';

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
