import { randomUUID } from 'node:crypto';
import type { Deadlines, ProviderFailure } from '../provider.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import { askCredits, askModels, askVoices } from './account.ts';
import { claimWhileBusy } from './claimConcurrency.ts';
import { type Ask, type ElevenlabsAccount, elevenlabsCalls } from './client.ts';
import { allowedBy, allowedByFailure, failureOf, isTooMany, OwnFault } from './failures.ts';
import { type Decode, isMp3, soundFormat } from './format.ts';
import { type Feedback, openLimiter } from './limiter.ts';
import { factsOf, taggedFor } from './models.ts';
import { probe, unlessWithheld } from './probe.ts';
import { askLine } from './requestLine.ts';
import { askTake } from './requestTake.ts';
import type {
  NarratorOptions,
  ProbedNarrator,
  Shares,
  SpeechAccount,
  SpeechRequest,
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

    const sound = { model, format, decode, onAnswer: learn };

    const heeding =
      <T>(ask: Ask<T>, feedback: Feedback): Ask<T> =>
      (...wire) =>
        ask(...wire).catch((error: unknown) => {
          if (error instanceof OwnFault) throw error;
          const failure = failureOf(error);
          if (isTooMany(failure)) backOff(failure, feedback);
          throw failure;
        });

    /** Makes one request in its turn, until it succeeds or fails for good. */
    const request = <T>(
      { episode = randomUUID(), beforeBuying }: SpeechRequest,
      ask: Ask<T>,
      limits: Deadlines,
      signal: AbortSignal,
    ): Promise<T> => {
      const ticket = limiter.queue(episode);
      return retry(patience, signal, () => {
        const spoken = limiter.run(ticket, signal, async (feedback) => {
          await beforeBuying?.();
          return call(signal, heeding(ask, feedback), limits);
        });
        claimShare();
        return spoken;
      });
    };

    return {
      model,
      settings: settingsOf(host, model, format),
      tagged: (line) => taggedFor(model, line),
      variesSpeed: factsOf(model).speed,
      longestTake: factsOf(model).dialogue,
      probe: (signal) => probe(call, { model, format }, signal),
      voices: (signal) => retry(patience, signal, () => call(signal, askVoices)),
      speak: (utterance, signal) => request(utterance, askLine(sound, utterance), patience, signal),
      // The answer comes in one piece once the whole take is spoken: until then there is no sign of life.
      speakTake: (take, signal) =>
        request(take, askTake(sound, take), { ...patience, idle: patience.total }, signal),
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
