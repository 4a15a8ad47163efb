import { randomUUID } from 'node:crypto';
import type { ProviderFailure } from '../provider.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import { askCredits, askModels, askVoices } from './account.ts';
import { claimWhileBusy } from './claimConcurrency.ts';
import { type Ask, type ElevenlabsAccount, elevenlabsCalls } from './client.ts';
import { allowedBy, allowedByFailure, failureOf, isTooMany, OwnFault } from './failures.ts';
import { type Decode, isMp3, soundFormat } from './format.ts';
import { type Feedback, openLimiter } from './limiter.ts';
import { factsOf } from './models.ts';
import { probe, unlessWithheld } from './probe.ts';
import { askLine } from './requestLine.ts';
import type {
  Clip,
  NarratorOptions,
  ProbedNarrator,
  Shares,
  SpeechAccount,
  Utterance,
} from './speech.ts';

export { loadElevenlabs } from './client.ts';

interface Options extends ElevenlabsAccount {
  /** Calls in flight at most, for the whole account. */
  concurrency: number;
  /** Needed for a format of MP3. */
  decode?: Decode;
  /** Shared with other processes on the same account; without it this process has the whole account. */
  shares?: Shares;
  patience?: Partial<RetryPolicy>;
}

/** Up to a minute and a half of waiting in all; after that the episode waits as a whole. */
const usual: RetryPolicy = {
  attempts: { busy: 10, broken: 4 },
  firstWait: 500,
  longestWait: 20_000,
  total: 120_000,
  idle: 30_000,
};

export function openElevenlabs(options: Options): SpeechAccount {
  const { baseUrl, decode } = options;
  const patience = { ...usual, ...options.patience };
  const limiter = openLimiter(options.concurrency);
  const claimShare = options.shares ? claimWhileBusy(limiter, options.shares) : () => {};
  const call = elevenlabsCalls(options, patience);
  const host = baseUrl ? new URL(baseUrl).hostname : 'elevenlabs';

  const learn = (headers: Headers) => {
    const allowed = allowedBy(headers);
    if (allowed) limiter.learn(allowed);
  };

  /** A 429 that names a lower limit than ours is learnt from it; otherwise the limit is halved. */
  const backOff = (failure: ProviderFailure, feedback: Feedback) => {
    const allowed = allowedByFailure(failure);
    const isNews = allowed !== null && allowed < limiter.learnt;
    if (isNews) limiter.learn(allowed);
    else feedback.tooMany();
  };

  function narrator({ speech: model, format: name }: NarratorOptions): ProbedNarrator {
    const format = soundFormat(name);
    if (isMp3(format) && !decode) throw new Error(`${format} needs a decoder`);

    const say = (utterance: Utterance, feedback: Feedback): Ask<Clip> => {
      const ask = askLine({ model, format, decode, onAnswer: learn }, utterance);
      return (...wire) =>
        ask(...wire).catch((error: unknown) => {
          if (error instanceof OwnFault) throw error;
          const failure = failureOf(error);
          if (isTooMany(failure)) backOff(failure, feedback);
          throw failure;
        });
    };

    return {
      model,
      settings: settingsOf(host, model, format),
      probe: (signal) => probe(call, { model, format }, signal),
      voices: (signal) => retry(patience, signal, () => call(signal, askVoices)),
      speak(utterance, signal) {
        const ticket = limiter.queue(utterance.episode ?? randomUUID());
        return retry(patience, signal, () => {
          const spoken = limiter.run(ticket, signal, async (feedback) => {
            await utterance.beforeBuying?.();
            return call(signal, say(utterance, feedback));
          });
          claimShare();
          return spoken;
        });
      },
    };
  }

  return {
    host,
    narrator,
    credits: (signal) =>
      retry(patience, signal, () => call(signal, askCredits)).catch(unlessWithheld),
    async abilities(signal) {
      const [models, plan] = await Promise.all([
        call(signal, askModels).catch(unlessWithheld),
        call(signal, askCredits).catch(unlessWithheld),
      ]);
      const english = models?.filter(({ speaksEnglish }) => speaksEnglish).map(({ id }) => id);
      return { models: english ?? null, tier: plan?.tier ?? null };
    },
  };
}

/** Includes the language where we send it, because it changes how a clip sounds. */
function settingsOf(host: string, model: string, format: string): string {
  return [host, model, format, ...(factsOf(model).language ? ['en'] : [])].join('/');
}
