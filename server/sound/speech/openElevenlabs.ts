import { ProviderFailure } from '../../base/kit/provider.ts';
import { retry } from '../../base/kit/retry.ts';
import {
  type Ask,
  askCredits,
  askModels,
  askVoices,
  type Call,
  type ElevenlabsAccount,
  elevenlabsCalls,
} from './client.ts';
import { isMp3, planHas, type SoundFormat, soundFormat } from './format.ts';
import { askLine, askTake } from './requestLine.ts';
import type { Decode, NarratorOptions, ProbedNarrator, SpeechAccount } from './speech.ts';
import { allowedBy, crowdingOf, provider } from './speechFailures.ts';
import { factsOf, taggedFor } from './speechModels.ts';
import { openTurns, retryPolicyOf, type TurnOptions } from './speechTurns.ts';

export { loadElevenlabs } from './client.ts';

interface Options extends ElevenlabsAccount, TurnOptions {
  /** Needed for MP3 formats. */
  decode?: Decode;
}

export function openElevenlabs(options: Options): SpeechAccount {
  const { baseUrl, decode } = options;
  const patience = retryPolicyOf(options);
  const call = elevenlabsCalls(options, patience);
  const turns = openTurns({ ...options, call, crowdingOf });
  const host = baseUrl ? new URL(baseUrl).hostname : 'elevenlabs';
  const onAnswer = (headers: Headers) => turns.learn(allowedBy(headers));

  function narrator({ speech: model, format: name }: NarratorOptions): ProbedNarrator {
    const format = soundFormat(name);
    if (isMp3(format) && !decode) throw new Error(`${format} needs a decoder`);
    const sound = { model, format, decode, onAnswer };
    return {
      provider,
      model,
      settings: settingsOf(host, model, format),
      tagged: (line) => taggedFor(model, line),
      variesSpeed: factsOf(model).speed,
      longestTake: factsOf(model).dialogue,
      owns: (voiceId) => !voiceId.includes(':'),
      probe: (signal) => probe(call, { model, format }, signal),
      voices: (signal) => retry(patience, signal, () => call(signal, askVoices)),
      speak: (utterance, signal) => turns.request(utterance, askLine(sound, utterance), signal),
      // The answer comes in one piece: until then there is no sign of life.
      speakTake: (take, signal) =>
        turns.request(take, askTake(sound, take), signal, { ...patience, idle: patience.total }),
    };
  }

  return {
    host,
    narrator,
    credits: (signal) =>
      retry(patience, signal, () => call(signal, askCredits)).catch(unlessWithheld),
  };
}

/** Includes the language where we send it, because it changes how a clip sounds. */
function settingsOf(host: string, model: string, format: string): string {
  return [host, model, format, ...(factsOf(model).language ? ['en'] : [])].join('/');
}

const askAnything: Ask<unknown> = (sdk, abortSignal) =>
  sdk.voices.search({ pageSize: 1 }, { abortSignal });

/** Free. The key alone would not show that our model is gone. Throws `ProviderFailure`. */
async function probe(
  call: Call,
  { model, format }: { model: string; format: SoundFormat },
  signal: AbortSignal,
): Promise<void> {
  await call(signal, askAnything);
  const models = await call(signal, askModels).catch(unlessWithheld);
  if (models && !models.some(({ id }) => id === model)) throw refused(`no model ${model}`);
  const plan = await call(signal, askCredits).catch(unlessWithheld);
  if (plan && !planHas(format, plan.tier)) throw refused(`no ${format} in the plan ${plan.tier}`);
}

/** Returns null when a restricted key may not read models or plan: it may speak all the same. */
function unlessWithheld(error: unknown): null {
  if (error instanceof ProviderFailure && error.trouble === 'refused') return null;
  throw error;
}

const refused = (what: string) =>
  new ProviderFailure(provider, 'refused', `the account has ${what}`);
