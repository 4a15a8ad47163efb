import { ProviderFailure } from '../../base/kit/provider.ts';
import {
  type ProbedNarrator,
  type ProviderVoice,
  TRIAL_SENTENCE,
} from '../../sound/speech/speech.ts';
import { whyNotForSale } from '../../supply/voices/describe.ts';
import { bad, type CheckOptions, type Found, good, observe } from './check.ts';

interface Settings {
  /** Opened without retries: a person waits for the check. */
  narrator: ProbedNarrator;
  onBought(characters: number, seconds: number): void;
}

export function speechServerCheck(
  { narrator, onBought }: Settings,
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  async function speak(voice: ProviderVoice): Promise<Found> {
    const { samples, sampleRate } = await narrator.speak(
      {
        voiceId: voice.id,
        text: TRIAL_SENTENCE,
        onBought: (characters, _good, seconds = 0) => onBought(characters, seconds),
      },
      signal,
    );
    const seconds = (samples.length / sampleRate).toFixed(1);
    return good(`${voice.name} speaks: ${seconds} seconds with ${narrator.model}.`);
  }

  const see = async () => {
    const listed = await narrator.voices(signal);
    const forSale = listed.filter((voice) => whyNotForSale(voice) === null);
    const [first] = forSale;
    const found = findVoices(listed.length, forSale.length);
    return buy && first ? [found, await speak(first)] : found;
  };
  return observe(signal, see, (error) => {
    if (!(error instanceof ProviderFailure)) throw error;
    return `${remedyFor(error)} (${error.message})`;
  });
}

function findVoices(listed: number, forSale: number): Found {
  if (forSale >= 2) return good(`${forSale} of its ${listed} voices can be hosts.`);
  const why =
    listed > forSale
      ? 'the others are not English voices known to be male or female'
      : 'it lists no more';
  return bad(
    `${forSale} of its ${listed} voices can be hosts, and an episode needs two: ${why}. Name them in SPEECH_VOICES.`,
  );
}

function remedyFor({ passing, trouble }: ProviderFailure): string {
  if (passing)
    return 'It does not answer as it should: is it running, and is SPEECH_BASE_URL right?';
  if (trouble === 'spent') return 'Its account has nothing left: add credit.';
  return 'It refuses us: check SPEECH_BASE_URL, SPEECH_API_KEY, SPEECH_MODEL and SPEECH_VOICES.';
}
