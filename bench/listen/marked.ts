import type { ScriptLine } from '#shared/script.ts';

const KINDS = ['answered', 'dodges', 'mixed'] as const;

export interface Marked {
  topic: string;
  kind: (typeof KINDS)[number];
  questions: Question[];
  lines: ScriptLine[];
}

interface Question {
  text: string;
  /** First and last line of each acceptable place; none if the question is not answered. */
  places: { first: number; last: number }[];
}

/**
 * Reads `marked/*.txt`: `topic:` and `kind:`, then `questions:` ("1. Why?"), `answers:` ("1: 4-6",
 * "2: 3 | 20-21", "3: open") and `lines:` ("0 A: Text."), lines numbered from 0. Throws for anything
 * else, and for a question without its mark.
 */
export function parseMarked(name: string, text: string): Marked {
  const fail = (what: string) => new Error(`${name}: ${what}`);
  const marked: Marked = { topic: '', kind: 'mixed', questions: [], lines: [] };
  const marks = new Map<number, Question['places']>();
  let part = '';
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const [, head = '', value = ''] =
      /^(topic|kind|questions|answers|lines): ?(.*)$/.exec(line) ?? [];
    const kind = KINDS.find((one) => one === value);
    if (!line) continue;
    if (head === 'topic') marked.topic = value;
    else if (head === 'kind' && kind) marked.kind = kind;
    else if (head && !value) part = head;
    else if (part === 'questions') {
      const [, number, question = ''] = /^(\d+)\. (.+)$/.exec(line) ?? [];
      if (Number(number) !== marked.questions.length + 1) throw fail(`not a question: ${line}`);
      marked.questions.push({ text: question, places: [] });
    } else if (part === 'answers') {
      const [, number, places = ''] = /^(\d+): (.+)$/.exec(line) ?? [];
      marks.set(Number(number), places === 'open' ? [] : places.split('|').map(readPlace));
    } else if (part === 'lines') {
      const [, number, side, said = ''] = /^(\d+) ([AB]): (.+)$/.exec(line) ?? [];
      if (Number(number) !== marked.lines.length) throw fail(`not the next line: ${line}`);
      marked.lines.push({ speaker: side === 'B' ? 'B' : 'A', text: said });
    } else throw fail(`not understood: ${line}`);
  }
  const isInside = ({ first, last }: { first: number; last: number }) =>
    first >= 0 && first <= last && last < marked.lines.length;
  for (const [index, question] of marked.questions.entries()) {
    const places = marks.get(index + 1);
    if (!places?.every(isInside)) throw fail(`question ${index + 1} has no mark within the lines`);
    question.places = places;
  }
  if (!marked.questions.length) throw fail('no question');
  return marked;
}

/** Reads `4-6` or `4`; anything else becomes a place outside the lines. */
function readPlace(text: string): { first: number; last: number } {
  const [, first, last = first] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(text) ?? [];
  return { first: Number(first ?? -1), last: Number(last ?? -1) };
}
