import type { ProviderVoice } from '../../../server/sound/speech/speech.ts';
import { describe, whyNotForSale } from '../../../server/supply/voices/describe.ts';
import { Unmet } from '../check.ts';
import { opened, type SpeechSubject, type Timing } from './subject.ts';

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
