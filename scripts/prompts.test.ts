import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promptPages } from './prompts.ts';

test('docs/prompts is up to date; `npm run prompts` writes it', () => {
  const folder = path.resolve(import.meta.dirname, '../docs/prompts');
  const files = readdirSync(folder);
  expect(
    Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')])),
  ).toEqual(Object.fromEntries(promptPages()));
});
