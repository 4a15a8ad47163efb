import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Accuracy, accuracyOf, type Reading } from './accuracy.ts';
import type { AnswerFinder } from './answerFinder.ts';
import { type Marked, parseMarked } from './marked.ts';

const folder = path.join(import.meta.dirname, 'marked');

async function loadMarked(): Promise<Marked[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(
    names.map(async (name) => parseMarked(name, await readFile(path.join(folder, name), 'utf8'))),
  );
}

export async function measureFinder(finder: AnswerFinder): Promise<Record<string, Accuracy>> {
  const readings: Reading[] = [];
  for (const marked of await loadMarked()) {
    const questions = marked.questions.map(({ text }) => text);
    readings.push({ marked, found: await finder.find(marked.topic, questions, marked.lines) });
  }
  if (!readings.length) return {};
  const kinds = Object.entries(Object.groupBy(readings, ({ marked }) => marked.kind));
  return Object.fromEntries([
    ['all', accuracyOf(readings)],
    ...kinds.map(([kind, some]) => [kind, accuracyOf(some ?? [])]),
  ]);
}
