import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isMet, type Result } from './figures.ts';

export async function saveResult(folder: string, result: Result, quick: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const machine = {
    cores: os.availableParallelism(),
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
  };
  const figures = result.figures.map((figure) => ({ ...figure, met: isMet(figure) }));
  const { area, notes, details } = result;
  const text = JSON.stringify({ area, machine, quick, figures, notes, details }, null, 2);
  await writeFile(path.join(folder, `${area}.json`), `${text}\n`);
}
