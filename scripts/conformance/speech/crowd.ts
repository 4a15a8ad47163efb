import { outcomeOf, Unmet } from '../check.ts';
import type { Middleman } from '../middleman.ts';
import { addressAt, opened, ratio, type Speaking, secondsOf, shown } from './subject.ts';

/**
 * Each is about 1.4 times as long as the one before. `SENT` puts lines side by side that differ by
 * more than twice, so that swapped answers show in their length.
 */
const LINES = [
  'Yes, I saw it too.',
  'The tide had gone out again.',
  'Nobody on the pier had seen the boat.',
  'She kept a list of every storm since the war ended.',
  'The keeper lit the lamp at four, and by then the fog was in the harbour.',
  'What the chart calls a rock is in truth a wreck, and the fishermen have always known that.',
  'They measured the depth with a rope and a stone, wrote it into a book, and for a hundred years nobody measured it again.',
  'When the old pilot died, they found that he had never needed the lights at all, because he steered by the sound of the water on the stones of the shore.',
];
const SENT = [0, 4, 1, 5, 2, 6, 3, 7];
/** A server that repeats a line this closely is held to `close`, others to `loose`. */
const SAME = 0.01;
const TOLERANCE = { close: 1.05, loose: 1.6 };

/** Speaks eight lines alone and then all at once: each has to come back as long as it was alone. */
export async function speakAtOnce(
  { subject, timing, format, female }: Speaking,
  middleman: Middleman,
  signal: AbortSignal,
) {
  const patience = { ...timing.patience, attempts: { busy: 10, broken: 2 } };
  const crowd = {
    format,
    baseUrl: addressAt(subject, middleman),
    concurrency: LINES.length,
    patience,
  };
  const narrator = opened({ subject, timing }, crowd);
  const speak = async (line: number) => {
    const text = LINES[line] ?? '';
    return secondsOf(await narrator.speak({ voiceId: female.id, text, episode: 'one' }, signal));
  };

  const alone: number[] = [];
  for (const line of LINES.keys()) alone.push(await speak(line));
  const again = await speak(3);
  const varies = Math.abs(again - (alone[3] ?? 0)) > SAME * again;
  middleman.spoil();
  const together = await Promise.all(
    SENT.map(async (line) => ({ line, ...(await outcomeOf(speak(line))) })),
  );

  const most = varies ? TOLERANCE.loose : TOLERANCE.close;
  for (const { line, answer: seconds, failure } of together) {
    const expected = alone[line] ?? 0;
    if (seconds !== null && ratio(seconds, expected) <= most) continue;
    const came = failure ? `it failed (${failure.message})` : `${shown(seconds)}`;
    throw new Unmet(
      `Alone “${LINES[line]}” took ${shown(expected)}, among eight at once ${came}. Every answer has to belong to its own request, however many there are.`,
    );
  }
  const busy = middleman.crowded
    ? `; the server said ${middleman.crowded} times that it was busy`
    : '';
  const rule = varies ? 'it varies from one time to the next' : 'each as long as alone';
  return { seen: `Eight lines at once, ${rule}${busy}.` };
}
