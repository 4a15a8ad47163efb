/** In seconds. */
interface Span {
  start: number;
  end: number;
}

/** Silence between two inputs, in ms: the minimum, and the most that is added to it. */
const GAP = 120;
const GAP_RANGE = 260;
/** A real model's spans begin up to this much early and end up to this much late, in ms. */
const EARLY = 30;
const LATE = 60;

/** The same texts always give the same gaps and spans. */
export function joinTake(
  inputs: { text: string; samples: Int16Array }[],
  sampleRate: number,
): { samples: Int16Array<ArrayBuffer>; spans: Span[] } {
  const gapAfter = inputs.map(({ text }) => countOf(GAP + varied(text, 37, GAP_RANGE), sampleRate));
  gapAfter.splice(-1, 1, 0);
  const length = inputs.reduce((sum, { samples }, index) => {
    return sum + samples.length + (gapAfter[index] ?? 0);
  }, 0);
  const joined = new Int16Array(length);
  const spans: Span[] = [];
  let at = 0;
  for (const [index, { text, samples }] of inputs.entries()) {
    joined.set(samples, at);
    const start = at / sampleRate - varied(text, 53, EARLY) / 1000;
    const end = (at + samples.length) / sampleRate + varied(text, 71, LATE) / 1000;
    spans.push({ start: Math.max(0, start), end });
    at += samples.length + (gapAfter[index] ?? 0);
  }
  return { samples: joined, spans };
}

const countOf = (milliseconds: number, rate: number) => Math.round((milliseconds * rate) / 1000);

const varied = (text: string, factor: number, range: number) =>
  (text.length * factor + (text.codePointAt(0) ?? 0)) % (range + 1);
