import type { AnswerRange } from '#shared/brief.ts';
import type { Marked } from './marked.ts';

export interface Reading {
  marked: Marked;
  found: AnswerRange[];
}

export interface Accuracy {
  transcripts: number;
  /** Questions marked as answered; `precision` is the share of them in an acceptable place. */
  marks: number;
  precision: number;
  /** Questions that have an acceptable place; `recall` is the share found there. */
  answerable: number;
  recall: number;
}

export function accuracyOf(readings: Reading[]): Accuracy {
  const marks = readings.flatMap(({ marked, found }) =>
    found.map(({ question, first, last }) =>
      (marked.questions[question]?.places ?? []).some(
        (place) => place.first <= last && first <= place.last,
      ),
    ),
  );
  const answerable = readings.flatMap(({ marked }) =>
    marked.questions.filter(({ places }) => places.length > 0),
  ).length;
  const right = marks.filter(Boolean).length;
  return {
    transcripts: readings.length,
    marks: marks.length,
    precision: right / marks.length,
    answerable,
    recall: right / answerable,
  };
}
