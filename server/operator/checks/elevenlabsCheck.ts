import { ProviderFailure } from '../../base/kit/provider.ts';
import {
  type Ask,
  askCredits,
  askModels,
  askVoices,
  type ElevenlabsAccount,
  elevenlabsCalls,
} from '../../sound/speech/client.ts';
import { areLow, leftOf } from '../../sound/speech/creditsLeft.ts';
import {
  bestFormat,
  leastPlan,
  planHas,
  type SoundFormat,
  soundFormat,
} from '../../sound/speech/format.ts';
import { askLine } from '../../sound/speech/requestLine.ts';
import {
  type Credits,
  type Decode,
  type ProviderVoice,
  TRIAL_SENTENCE,
} from '../../sound/speech/speech.ts';
import { bad, type CheckOptions, type Found, good } from './check.ts';

interface Settings extends ElevenlabsAccount {
  model: string;
  outputFormat: string;
  /** Needed for MP3 formats. */
  decode?: Decode;
  onBought?(characters: number): void;
}

/** Short, because a person waits for the check, ms. */
const deadlines = { total: 30_000, idle: 15_000 };
/** ElevenLabs' Default voices end for all accounts, but the list does not include that date. */
const DEFAULTS_END = '31 December 2026';

export async function elevenlabsCheck(
  settings: Settings,
  { buy, signal }: CheckOptions,
): Promise<Found[]> {
  const call = elevenlabsCalls(settings, deadlines);
  const format = soundFormat(settings.outputFormat);
  const found: Found[] = [];
  async function ask<T>(asked: Ask<T>, judge: (answer: T) => Found | Found[]) {
    try {
      const answer = await call(signal, asked);
      found.push(...[judge(answer)].flat());
      return { answer, failure: null };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      found.push(bad(`${remedyFor(error)} (${error.message})`));
      return { answer: null, failure: error };
    }
  }

  const plan = await ask(askCredits, (credits) => [
    findCredits(credits),
    findFormat(credits.tier, format),
  ]);
  // Everything else would fail too.
  if (plan.failure && stopsAll(plan.failure)) return found;
  await ask(askModels, (listed) => findModel(listed, settings.model));
  const voices = await ask(askVoices, findVoices);
  const [first] = voices.answer ?? [];
  if (buy && first) {
    const onBought = (characters: number) => settings.onBought?.(characters);
    const line = { voiceId: first.id, text: TRIAL_SENTENCE, onBought };
    await ask(askLine({ ...settings, format }, line), ({ samples, sampleRate }) => {
      const seconds = (samples.length / sampleRate).toFixed(1);
      return good(`${first.name} speaks: ${seconds} seconds with ${settings.model} as ${format}.`);
    });
  }
  return found;
}

function findCredits(credits: Credits): Found {
  const { tier, limit, renewedAt, byUse } = credits;
  const until = renewedAt ? ` until ${formatDay(renewedAt)}` : '';
  const state = `The plan is ${tier}, and ${count(leftOf(credits))} of ${count(limit)} credits are left${until}`;
  if (byUse) return good(`${state}; after that, speech is billed by use.`);
  if (!areLow(credits)) return good(`${state}.`);
  return bad(
    `${state}: add credits, turn on usage-based billing or take a larger plan, or orders will wait.`,
  );
}

function findFormat(tier: string, format: SoundFormat): Found {
  if (planHas(format, tier)) return good(`The plan ${tier} has the output format ${format}.`);
  return bad(
    `The plan ${tier} does not have the output format ${format}: set ELEVENLABS_OUTPUT_FORMAT to ${bestFormat(tier)} or take the ${leastPlan(format)} plan.`,
  );
}

function findModel(listed: { id: string; speaksEnglish: boolean }[], model: string): Found {
  const english = listed.filter(({ speaksEnglish }) => speaksEnglish).map(({ id }) => id);
  if (english.includes(model)) return good(`The account has ${model}, which speaks English.`);
  const what = listed.some(({ id }) => id === model)
    ? `${model} does not speak English`
    : `The account does not have the model ${model}`;
  const remedy = english.length
    ? `set ELEVENLABS_MODEL to one of ${english.join(', ')}`
    : 'ask ElevenLabs why it has none that does';
  return bad(`${what}: ${remedy}.`);
}

function findVoices(voices: ProviderVoice[]): Found {
  if (!voices.length) return bad('The account has no voices: run npm run voices -- --fill 70.');
  const noun = voices.length === 1 ? 'voice' : 'voices';
  const defaults = voices.filter(({ category }) => category === 'premade').length;
  const note = defaults
    ? `, ${count(defaults)} of them Default voices, which end on ${DEFAULTS_END}: npm run voices -- --fill 70 adds voices from the library`
    : '';
  return good(`The account has ${count(voices.length)} ${noun}${note}.`);
}

const count = (number: number) => number.toLocaleString('en');
const formatDay = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

const isPermission = ({ message }: ProviderFailure) => /permission/i.test(message);

const stopsAll = (failure: ProviderFailure) =>
  failure.passing || (failure.trouble === 'refused' && !isPermission(failure));

function remedyFor(failure: ProviderFailure): string {
  if (failure.passing) {
    return 'ElevenLabs does not answer as it should: try again later, and look at status.elevenlabs.io.';
  }
  if (isPermission(failure)) {
    return 'The key lacks a permission: give it Text to Speech, and read access to Voices, Models and User, under API Keys in the dashboard.';
  }
  if (failure.trouble === 'spent') {
    return 'The credits are spent or a bill is unpaid: add credits or turn on usage-based billing.';
  }
  if (failure.trouble === 'refused') {
    return 'ElevenLabs refuses us: check ELEVENLABS_API_KEY, ELEVENLABS_BASE_URL, ELEVENLABS_MODEL and ELEVENLABS_OUTPUT_FORMAT.';
  }
  return failure.subject === 'voice'
    ? 'The first voice of the account does not speak: remove it from My Voices, or take the plan that covers it.'
    : 'ElevenLabs rejected a plain sentence: try another ELEVENLABS_MODEL.';
}
