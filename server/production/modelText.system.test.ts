import { test } from 'vitest';
import { READERS, readAnything } from '../testing/modelText.ts';

test.each(READERS)('%s reads anything that a model may write', (_, read) => {
  readAnything(10_000, read);
});
