import { expect, test } from 'vitest';
import { verdictOf } from './moderation.ts';

const of = (scores: Record<string, number>, categories: Record<string, boolean> = {}) =>
  verdictOf({ flagged: true, categories, category_scores: { sexual: 0.0001, ...scores } }).verdict;

test.each([
  ['a product of a gym', { violence: 0.855 }, 'allowed'],
  ['a war', { violence: 0.95, 'violence/graphic': 0.6 }, 'allowed'],
  ['nothing but blood', { violence: 0.98, 'violence/graphic': 0.95 }, 'borderline'],
  ['a history of racism', { hate: 0.7, harassment: 0.75 }, 'allowed'],
  ['hatred', { hate: 0.97 }, 'refused'],
  ['preventing suicide', { 'self-harm': 0.85, 'self-harm/intent': 0.1 }, 'allowed'],
  ['how to hurt oneself', { 'self-harm/instructions': 0.6 }, 'refused'],
  ['how to build a bomb', { illicit: 0.6, 'illicit/violent': 0.7 }, 'refused'],
  ['what may be about children', { 'sexual/minors': 0.25 }, 'borderline'],
  ['a category that came later', { 'some/new': 0.9 }, 'borderline'],
  ['nothing', {}, 'allowed'],
])('what scores as %s is judged by its categories, not by the flag', (_what, scores, verdict) => {
  expect(of(scores)).toBe(verdict);
});

test('a hard category that OpenAI itself flags is refused below our bar, another is not', () => {
  expect(of({ 'sexual/minors': 0.1 }, { 'sexual/minors': true })).toBe('refused');
  expect(of({ violence: 0.6 }, { violence: true })).toBe('allowed');
});

test('a verdict says which scores decided', () => {
  const scores = { 'illicit/violent': 0.9, violence: 0.98 };
  expect(verdictOf({ flagged: true, category_scores: scores })).toEqual({
    ...{ verdict: 'refused', because: { 'illicit/violent': 0.9 } },
  });
});

test('of a server that gives no scores its flag is believed', () => {
  expect(verdictOf({ flagged: true }).verdict).toBe('refused');
  expect(verdictOf({ flagged: false }).verdict).toBe('allowed');
});
