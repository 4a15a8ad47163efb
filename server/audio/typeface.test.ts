import * as files from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { loadTypeface } from './typeface.ts';

// The real reading, watched: nothing but the system itself can make one of them fail.
vi.mock('node:fs/promises', { spy: true });

test('a face that could not be read is read the next time, and then kept', async () => {
  vi.mocked(files.readFile).mockRejectedValueOnce(new Error('EMFILE: too many open files'));
  await expect(loadTypeface()).rejects.toThrow('EMFILE');
  const { characters } = await loadTypeface();
  expect(characters.size).toBeGreaterThan(200);
  await loadTypeface();
  expect(files.readFile).toHaveBeenCalledTimes(2);
});
