import { wavOf } from '../../../server/sound/speech/wav.ts';
import { Unmet } from '../check.ts';
import { busyFor, cutAt, type Middleman, type Spoil, sending } from '../middleman.ts';
import { addressAt, LINE, opened, type Speaking, secondsOf, shown } from './subject.ts';

const SILENCE = wavOf({ samples: new Int16Array(3 * 24_000), sampleRate: 24_000 });
const PAGE = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Each comes in the place of one answer; the line has to be asked for once more. */
export const spoiltAnswers: { what: string; spoil: Spoil }[] = [
  { what: 'a cut answer', spoil: cutAt(0.5) },
  { what: 'silence', spoil: sending('audio/wav', SILENCE) },
  { what: 'a page of HTML', spoil: sending('text/html', PAGE) },
  { what: 'nothing at all', spoil: sending('audio/wav', '') },
];

export async function survive(
  speaking: Speaking,
  { middleman, spoil, signal }: { middleman: Middleman; spoil: Spoil; signal: AbortSignal },
) {
  const { female, format, usual } = speaking;
  const narrator = opened(speaking, { format, baseUrl: addressAt(speaking.subject, middleman) });
  const bought: { characters: number; good: boolean }[] = [];
  const onBought = (characters: number, good: boolean) => void bought.push({ characters, good });
  middleman.spoil(spoil);
  const clip = await narrator.speak({ voiceId: female.id, text: LINE, onBought }, signal);
  const requests = middleman.arrivals.length;
  if (requests < 2) {
    throw new Unmet(
      `It was taken for the line (${shown(secondsOf(clip))} instead of ${shown(usual)}): a vendor file verifies each clip and asks again.`,
    );
  }
  const good = bought.filter((one) => one.good);
  if (good.length !== 1 || !good[0]?.characters) {
    throw new Unmet(
      `onBought was told of ${good.length} usable answers for one line: it is called once for each answer that was billed, with its characters.`,
    );
  }
  return { seen: `Noticed, and asked for again: ${requests} requests for one line.` };
}

const PAUSE = 1;
/** Milliseconds; timers may be a little early. */
const LEAST = PAUSE * 1000 - 20;

/** A 429 is no failure: the line has to wait as long as the server says. */
export async function waitOut(speaking: Speaking, middleman: Middleman, signal: AbortSignal) {
  const narrator = opened(speaking, {
    format: speaking.format,
    baseUrl: addressAt(speaking.subject, middleman),
  });
  middleman.spoil(busyFor(PAUSE));
  await narrator.speak({ voiceId: speaking.female.id, text: LINE }, signal);
  const [first = 0, second = 0] = middleman.arrivals;
  if (second - first < LEAST) {
    throw new Unmet(
      `After a 429 with Retry-After: ${PAUSE} the line was asked for again in ${Math.round(second - first)} ms: the pause that a server asks for has to be kept.`,
    );
  }
  return { seen: `Asked for again after ${((second - first) / 1000).toFixed(1)} s, and spoken.` };
}

/** A stopped call has to end within this time, ms. */
const SOON = 1_000;

export async function stop(speaking: Speaking, middleman: Middleman, signal: AbortSignal) {
  const { subject, female, format } = speaking;
  const narrator = opened(speaking, { format, baseUrl: addressAt(subject, middleman) });
  const stopping = new AbortController();
  const reason = new Error('stopped by the suite');
  const { promise: isLate, resolve: beLate } = Promise.withResolvers<unknown>();
  const hang = () => {
    stopping.abort(reason);
    setTimeout(beLate, SOON, 'nothing');
  };
  middleman.spoil({ instead: hang });
  const either = AbortSignal.any([signal, stopping.signal]);
  const line = narrator.speak({ voiceId: female.id, text: LINE }, either);
  const thrown = line.then(
    () => 'a clip',
    (error: unknown) => error,
  );
  const end = await Promise.race([thrown, isLate]);
  if (end !== reason) {
    throw new Unmet(
      `A call that was stopped had come to ${end} within ${SOON} ms: it has to end at once, with the signal's own reason.`,
    );
  }
  return { seen: 'A call that is stopped ends at once.' };
}
