import type { Sentence } from './sentence.ts';

export function sentencesOfPage(file: string, source: string): Sentence[] {
  const found: Sentence[] = [];
  let isCode = false;
  let open: Sentence | null = null;
  source.split('\n').forEach((raw, index) => {
    if (/^\s*```/.test(raw)) {
      isCode = !isCode;
      open = null;
      return;
    }
    const text = raw.trim();
    if (isCode || !text || /^\|[-| :]+\|$/.test(text)) {
      open = null;
      return;
    }
    if (open && !/^(?:[-*#|>]|\d+\.) ?/.test(text)) {
      open.text += ` ${text}`;
      return;
    }
    const said: Sentence = { file, line: index + 1, text };
    open = text.startsWith('#') || text.startsWith('|') ? null : said;
    if (/\p{L}/u.test(text)) found.push(said);
  });
  return found;
}
