import type { ProviderVoice } from '../../../server/sound/speech/speech.ts';
import { outcomeOf, type Timing, Unmet } from '../check.ts';
import { LINE, opened, ratio, type SpeechSubject, secondsOf, shown } from './subject.ts';

/** `seconds` is how long `LINE` took. */
export interface Spoken {
  format: string;
  seconds: number;
}

interface Trial {
  subject: SpeechSubject;
  timing: Timing;
  voice: ProviderVoice;
}

/** `spoken` is null if the server has no such format. */
export async function speakFormat(
  { subject, timing, voice }: Trial,
  format: string,
  signal: AbortSignal,
): Promise<{ seen: string; spoken: Spoken | null }> {
  const narrator = opened({ subject, timing }, { format });
  const speaking = narrator.speak({ voiceId: voice.id, text: LINE }, signal);
  const { answer, failure } = await outcomeOf(speaking);
  if (answer) {
    const seconds = secondsOf(answer);
    const seen = `${shown(seconds)} at ${answer.sampleRate} Hz, whole and audible.`;
    return { seen, spoken: { format, seconds } };
  }
  const isRefused = failure.trouble === 'refused' || failure.trouble === 'rejected';
  if (isRefused && !subject.needsAll && ABOUT_FORMAT.test(failure.message)) {
    return { seen: 'The server says that it has none, and another format will do.', spoken: null };
  }
  throw new Unmet(
    `The line did not come: ${failure.message.replace(/\.$/, '')} (${failure.trouble}). The product needs a whole and audible clip in this format.`,
  );
}

const ABOUT_FORMAT = /format|codec|encod/i;

/** Characters of plain English per second. */
const PACES = { slowest: 9, fastest: 24 };
/** Encoders add some silence at the ends; a voice that varies also takes longer or shorter. */
const TOLERANCE = { same: 1.06, varying: 1.25 };
const SAME = 1.01;

/** Compares the lengths of one line in all formats: a wrong sample rate stretches it. */
export async function compareLengths(
  trial: Trial,
  spoken: Spoken[],
  signal: AbortSignal,
): Promise<{ seen: string }> {
  const [first, ...others] = spoken;
  if (!first) throw new Unmet('Nothing was spoken in any format.');
  const again = await speakFormat(trial, first.format, signal);
  const repeated = again.spoken?.seconds ?? 0;
  const most = ratio(first.seconds, repeated) > SAME ? TOLERANCE.varying : TOLERANCE.same;
  const durations = spoken
    .map(({ format, seconds }) => `${shown(seconds)} as ${format}`)
    .join(', ');
  if (others.some(({ seconds }) => ratio(seconds, first.seconds) > most)) {
    throw new Unmet(
      `The same line takes ${durations}: one of them has another sample rate than it says, and would be played too fast or too slowly. PCM has to be at 24000 Hz, and a WAV's header has to be true.`,
    );
  }
  const odd = spoken.find(({ seconds }) => !isPlausible(LINE.length / seconds));
  if (odd) {
    throw new Unmet(
      `${LINE.length} characters take ${shown(odd.seconds)} as ${odd.format}, which nobody speaks: the sample rate is not the one it says.`,
    );
  }
  return { seen: `${durations}, for ${LINE.length} characters.` };
}

const isPlausible = (pace: number) => pace > PACES.slowest && pace < PACES.fastest;
