import type { Deadlines } from '../../base/kit/provider.ts';

/** Somebody's own model may be silent for so many times `idle` (45 s): it loads, and reads. */
const SILENCE = { least: 4, most: 20 };
/** Tokens that it writes within `total` (180 s) at its slowest: 5 a second. */
const TOKENS = 900;
/** An answer may take so many times as long as the slowest so far. */
const MARGIN = 4;

type Work = 'reading' | 'writing';

/** The most milliseconds that a token took in this process, by server, model and work. */
const slowest = new Map<string, number>();

export function noteSpeed(server: string, work: Work, milliseconds: number, tokens: number): void {
  const key = `${server} ${work}`;
  if (tokens > 0) slowest.set(key, Math.max(slowest.get(key) ?? 0, milliseconds / tokens));
}

/** `asked` counts the tokens of the question, `most` those that the answer may have. */
export function ownLimits(
  server: string,
  { asked, most }: { asked: number; most: number },
  { total, idle }: Deadlines,
): Deadlines {
  const paceOf = (work: Work) => slowest.get(`${server} ${work}`) ?? Number.POSITIVE_INFINITY;
  const reading = Math.min(SILENCE.most * idle, MARGIN * paceOf('reading') * asked);
  const silence = Math.max(SILENCE.least * idle, reading);
  const writing = Math.min(total / TOKENS, MARGIN * paceOf('writing')) * most;
  // The SDK takes whole milliseconds only.
  return {
    idle: Math.ceil(silence),
    total: Math.ceil(Math.max(total, silence + writing)),
  };
}
