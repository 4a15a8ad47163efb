import { randomUUID } from 'node:crypto';
import type { Deadlines, ProviderFailure } from '../provider.ts';
import { askCredits, askVoices } from './account.ts';
import { claimWhileBusy } from './claim.ts';
import { type Ask, type ElevenlabsAccount, elevenlabsCalls } from './client.ts';
import { type Decode, isMp3, type SoundFormat, soundFormat } from './format.ts';
import { openLimiter, type Ticket } from './limiter.ts';
import { askLine } from './line.ts';
import { factsOf } from './models.ts';
import { type Patience, persist } from './persist.ts';
import { probe } from './probe.ts';
import type { Clip, Credits, Narrator, Shares, Utterance } from './speech.ts';
import { allowedBy, allowedByFailure, isTooMany, OwnFault, troubleOf } from './trouble.ts';

export { loadElevenlabs } from './client.ts';

interface NarratorOptions extends ElevenlabsAccount {
  model: string;
  /** One that `format.ts` lists. */
  outputFormat: string;
  /** Needed for a format of MP3. */
  decode?: Decode;
  /** Calls in flight at most, for the whole account. */
  concurrency: number;
  /** Whoever else speaks with the same account; without it, nobody. */
  shares?: Shares;
  patience?: Partial<Patience & Deadlines>;
}

/** Up to a minute and a half of waiting in all; then the episode's job takes the next turn. */
const usual: Patience & Deadlines = {
  busy: 10,
  broken: 4,
  firstWait: 500,
  longestWait: 20_000,
  total: 120_000,
  idle: 30_000,
};

/** What can be asked of ElevenLabs for nothing. */
interface Asked {
  /** Asks once whether ElevenLabs serves us; a `ProviderFailure` says why it does not. */
  probe(signal: AbortSignal): Promise<void>;
  /** What is left of the account's characters. Throws `ProviderFailure`. */
  credits(signal: AbortSignal): Promise<Credits>;
}

/** ElevenLabs as a narrator. Throws at once when the output format is not one it can read. */
export function elevenlabsNarrator(options: NarratorOptions): Narrator & Asked {
  const { baseUrl, model, decode } = options;
  const patience = { ...usual, ...options.patience };
  const format = soundFormat(options.outputFormat);
  if (isMp3(format) && !decode) throw new Error(`${format} needs a decoder`);
  const limiter = openLimiter(options.concurrency);
  const claimPart = options.shares ? claimWhileBusy(limiter, options.shares) : () => {};
  const call = elevenlabsCalls(options, patience);

  const learn = (headers: Headers) => {
    const allowed = allowedBy(headers);
    if (allowed) limiter.learn(allowed);
  };

  const say = (utterance: Utterance, ticket: Ticket): Ask<Clip> => {
    const ask = askLine({ model, format, decode, onAnswer: learn }, utterance);
    return (...wire) =>
      ask(...wire).catch((error: unknown) => {
        if (error instanceof OwnFault) throw error;
        const failure = troubleOf(error);
        if (isTooMany(failure)) makeRoom(failure, ticket);
        throw failure;
      });
  };

  /** A refusal that names less than we thought says it all; any other is felt for. */
  const makeRoom = (failure: ProviderFailure, ticket: Ticket) => {
    const allowed = allowedByFailure(failure);
    const isNews = allowed !== null && allowed < limiter.learnt;
    if (isNews) limiter.learn(allowed);
    else ticket.tooMany();
  };

  return {
    settings: settingsOf(baseUrl, model, format),
    probe: (signal) => probe(call, { model, format }, signal),
    async credits(signal) {
      const { tier, used, limit, renewedAt } = await persist(patience, signal, () =>
        call(signal, askCredits),
      );
      return { tier, used, limit, renewedAt };
    },
    voices: (signal) => persist(patience, signal, () => call(signal, askVoices)),
    speak(utterance, signal) {
      const place = limiter.queue(utterance.episode ?? randomUUID());
      return persist(patience, signal, () => {
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

/**
 * The host is in it, because a stand-in's clips must never pass for the real provider's, and the
 * language where it is told, because that is heard.
 */
function settingsOf(baseUrl: string | null, model: string, format: SoundFormat): string {
  const host = baseUrl ? new URL(baseUrl).hostname : 'elevenlabs';
  return [host, model, format, ...(factsOf(model).language ? ['en'] : [])].join('/');
}
