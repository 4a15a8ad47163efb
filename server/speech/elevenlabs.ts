import { randomUUID } from 'node:crypto';
import type { ProviderFailure } from '../provider.ts';
import { type RetryPolicy, retry } from '../retry.ts';
import { askCredits, askModels, askVoices } from './account.ts';
import { claimWhileBusy } from './claimConcurrency.ts';
import { type Ask, type ElevenlabsAccount, elevenlabsCalls } from './client.ts';
import { allowedBy, allowedByFailure, failureOf, isTooMany, OwnFault } from './failures.ts';
import { type Decode, isMp3, soundFormat } from './format.ts';
import { openLimiter, type Ticket } from './limiter.ts';
import { factsOf } from './models.ts';
import { probe, unlessWithheld } from './probe.ts';
import { askLine } from './requestLine.ts';
import type { Clip, Manner, ProbedNarrator, Shares, SpeechAccount, Utterance } from './speech.ts';

export { loadElevenlabs } from './client.ts';

interface Options extends ElevenlabsAccount {
  /** Calls in flight at most, for the whole account. */
  concurrency: number;
  /** Needed for a format of MP3. */
  decode?: Decode;
  /** Whoever else speaks with the same account; without it, nobody. */
  shares?: Shares;
  patience?: Partial<RetryPolicy>;
}

/** Up to a minute and a half of waiting in all; then the episode's job takes the next turn. */
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
  const claimPart = options.shares ? claimWhileBusy(limiter, options.shares) : () => {};
  const call = elevenlabsCalls(options, patience);
  const host = baseUrl ? new URL(baseUrl).hostname : 'elevenlabs';

  const learn = (headers: Headers) => {
    const allowed = allowedBy(headers);
    if (allowed) limiter.learn(allowed);
  };

  /** A refusal that names less than we thought says it all; any other is felt for. */
  const backOff = (failure: ProviderFailure, ticket: Ticket) => {
    const allowed = allowedByFailure(failure);
    const isNews = allowed !== null && allowed < limiter.learnt;
    if (isNews) limiter.learn(allowed);
    else ticket.tooMany();
  };

  function narrator({ speech: model, format: name }: Manner): ProbedNarrator {
    const format = soundFormat(name);
    if (isMp3(format) && !decode) throw new Error(`${format} needs a decoder`);

    const say = (utterance: Utterance, ticket: Ticket): Ask<Clip> => {
      const ask = askLine({ model, format, decode, onAnswer: learn }, utterance);
      return (...wire) =>
        ask(...wire).catch((error: unknown) => {
          if (error instanceof OwnFault) throw error;
          const failure = failureOf(error);
          if (isTooMany(failure)) backOff(failure, ticket);
          throw failure;
        });
    };

    return {
      model,
      settings: settingsOf(host, model, format),
      probe: (signal) => probe(call, { model, format }, signal),
      voices: (signal) => retry(patience, signal, () => call(signal, askVoices)),
      speak(utterance, signal) {
        const place = limiter.queue(utterance.episode ?? randomUUID());
        return retry(patience, signal, () => {
          const spoken = limiter.run(place, signal, async (ticket) => {
            await utterance.beforeBuying?.();
            return call(signal, say(utterance, ticket));
          });
          claimPart();
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

/** The language is in it where it is told, because that is heard. */
function settingsOf(host: string, model: string, format: string): string {
  return [host, model, format, ...(factsOf(model).language ? ['en'] : [])].join('/');
}
