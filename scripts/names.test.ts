import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findNames, staleReasons } from './names.ts';

it('private words are found in file names, exports, tables and metrics, and nowhere else', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'duologue-names-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, 'server/base/db'), { recursive: true });
  const metric = ['duologue', 'till', 'closed'].join('_');
  const write = (file: string, text: string) => writeFile(path.join(root, 'server', file), text);
  await write('tillState.ts', 'const till = 1;\nexport const sale = till;\n');
  await write('sale.ts', 'export function openDesk() {}\nexport { a as tapeOf } from "./a.ts";\n');
  await write(
    'base/db/tables.ts',
    "export const emails = pgTable('letters', { sentAt: at('sent_at') });",
  );
  await write('metrics.ts', `new Gauge({ name: '${metric}' });`);
  expect(findNames(root).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'table or column letters',
    `metric ${metric}`,
    'export openDesk',
    'export tapeOf',
    'file tillState',
  ]);
});

it('every private word in a name has a reason, and every reason a name', () => {
  const names = findNames(path.resolve(import.meta.dirname, '..'));
  expect(names.filter(({ reason }) => !reason)).toEqual([]);
  expect(staleReasons(names)).toEqual([]);
});
