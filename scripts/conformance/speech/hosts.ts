import type { ProviderVoice } from '../../../server/sound/speech/speech.ts';
import { describe, whyNotForSale } from '../../../server/supply/voices/describe.ts';
import { ended, outcomeOf, type Timing, Unmet } from '../check.ts';
import { LINE, opened, type Speaking, type SpeechSubject } from './subject.ts';

export async function pickHosts(subject: SpeechSubject, timing: Timing, signal: AbortSignal) {
  const narrator = opened({ subject, timing }, { format: subject.formats[0] ?? '' });
  const listed = await narrator.voices(signal);
  if (!listed.length)
    throw new Unmet(
      `No voice is listed. Is ${subject.baseUrl} the address, with /v1 at its end where OpenAI's protocol has it? ${NAME_THEM}`,
    );
  const foreign = listed.find(({ id }) => !narrator.owns(id));
  if (foreign) {
    throw new Unmet(
      `The list has the voice ${foreign.id}, and owns() denies it: nobody would ever speak with it.`,
    );
  }
  const wanted = subject.voices ? subject.voices.map((name) => named(listed, name)) : listed;
  const english = wanted.filter((voice) => whyNotForSale(voice) === null);
  const female = ofGender(english, 'Female');
  const male = ofGender(english, 'Male');
  if (!female || !male) {
    const what = `Of ${counted(wanted, 'voice')}, ${counted(english, 'voice')} can be sold (${reasons(wanted)})`;
    throw new Unmet(
      `${what}: two hosts need one that is labelled female and one that is labelled male, both English. ${NAME_THEM}`,
    );
  }
  const seen = `${counted(listed, 'voice')}, ${english.length} of them English and labelled; ${female.name} and ${male.name} speak from here on.`;
  return { seen, female, male };
}

const NAME_THEM =
  'If the server has them and does not say so, name them: --voice alba=female --voice bert=male.';

const counted = ({ length }: unknown[], what: string) =>
  `${length} ${what}${length === 1 ? '' : 's'}`;

function named(listed: ProviderVoice[], name: string): ProviderVoice {
  const found = listed.find(
    (voice) => [voice.id, voice.name].includes(name) || voice.id.endsWith(`:${name}`),
  );
  if (found) return found;
  const some = listed.slice(0, 8).map(({ id }) => id);
  throw new Unmet(`No voice ${name} is listed; there are ${some.join(', ')}.`);
}

const ofGender = (voices: ProviderVoice[], gender: string) =>
  voices.find((voice) => describe(voice)?.gender === gender);

function reasons(voices: ProviderVoice[]): string {
  return voices
    .slice(0, 3)
    .map((voice) => {
      const label = describe(voice)?.gender.toLowerCase();
      return `${voice.name} ${whyNotForSale(voice) ?? `is ${label}`}`;
    })
    .join(', ');
}

export async function compareHosts(speaking: Speaking, signal: AbortSignal) {
  const { female, male, format } = speaking;
  const narrator = opened(speaking, { format });
  const [one, other] = await Promise.all(
    [female, male].map(({ id }) => narrator.speak({ voiceId: id, text: LINE }, signal)),
  );
  const isSame =
    one?.samples.length === other?.samples.length &&
    one?.samples.every((sample, index) => sample === other?.samples[index]);
  if (isSame) {
    throw new Unmet(
      `${female.name} and ${male.name} have exactly the same sound: the voice that is asked for has to speak.`,
    );
  }
  return { seen: `${female.name} and ${male.name} do not sound the same.` };
}

/** A missing voice has to be reported; no other one may take its place. */
export async function askNobody(speaking: Speaking, signal: AbortSignal) {
  const { female, format } = speaking;
  const prefix = female.id.slice(0, female.id.lastIndexOf(':') + 1);
  const voiceId = `${prefix}no-such-voice`;
  const spoken = opened(speaking, { format }).speak({ voiceId, text: LINE }, signal);
  const { failure } = await outcomeOf(spoken);
  if (!failure) {
    throw new Unmet(
      'A voice that does not exist was asked for, and some other voice spoke: a host would change in the middle of an episode. The server has to refuse it.',
    );
  }
  if (failure.trouble !== 'rejected' || failure.subject !== 'voice') {
    throw new Unmet(
      `A voice that does not exist is answered with “${failure.message}”, which reads as ${failure.trouble}. The product needs to know that the voice is at fault: 'rejected' with the subject 'voice'.`,
    );
  }
  return { seen: `Refused: ${ended(failure.message)}` };
}

/** A key that is needed and wrong must read as 'refused'. */
export async function askWithWrongKey(speaking: Speaking, signal: AbortSignal) {
  const { subject, female, format } = speaking;
  if (subject.apiKey === null) return { seen: 'The server speaks without any.' };
  const narrator = opened(speaking, { format, apiKey: `${subject.apiKey.slice(0, -1)}~` });
  const { id: voiceId } = female;
  const tried = [narrator.probe(signal), narrator.speak({ voiceId, text: LINE }, signal)];
  const outcomes = await Promise.all(tried.map((call) => outcomeOf<unknown>(call)));
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const odd = failures.find(({ trouble }) => trouble !== 'refused');
  if (odd) {
    throw new Unmet(
      `It reads as ${odd.trouble}: ${ended(odd.message)} A wrong key has to be 'refused', or the product keeps trying for hours.`,
    );
  }
  const [failure] = failures;
  if (!failure) return { seen: 'Any key will do, so none is needed.' };
  return { seen: `Refused: ${ended(failure.message)}` };
}
