// Prints every sentence a person can read, with the place where it stands: for an editor to read whole.
//   npm run words [-- part of a path …]
// Left out: tests and what only they read, prompts to models (server/writing, docs/prompts), logs, names
// of classes and keys, and the history in CHANGELOG.md.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sentencesOfPage } from './words/page.ts';
import { sentencesOf } from './words/program.ts';
import type { Sentence } from './words/sentence.ts';

const READ = [
  'client/{src,document}/**/*.{ts,tsx}',
  'shared/**/*.ts',
  'server/**/*.ts',
  'scripts/**/*.{ts,mjs}',
  '*.md',
  'docs/*.md',
];

const UNREAD = [
  /\.(?:test|spec)\.tsx?$|\.d\.ts$|\/(?:testing|fixtures)[/.]|fixtures\.ts$/,
  // Prompts, vocabularies and patterns: for models and for code.
  /^server\/(?:writing|reading\/witness|sound\/mix|base\/db|reading\/web\/webSearch)\b/,
  /^scripts\/(?:prompts|names|words|chunks|layers|styles)\b/,
  /^CHANGELOG\.md$/,
];

export function findSentences(root: string): Sentence[] {
  const files = READ.flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !UNREAD.some((unread) => unread.test(file)))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return file.endsWith('.md') ? sentencesOfPage(file, text) : sentencesOf(file, text);
  });
}

if (import.meta.main) {
  const parts = process.argv.slice(2);
  const sentences = findSentences(path.resolve(import.meta.dirname, '..')).filter(
    ({ file }) => !parts.length || parts.some((part) => file.includes(part)),
  );
  let last = '';
  for (const { file, line, text } of sentences) {
    if (file !== last) console.log(`\n${file}`);
    last = file;
    console.log(`${String(line).padStart(5)}  ${text}`);
  }
  console.log(`\n${sentences.length} sentences`);
}
