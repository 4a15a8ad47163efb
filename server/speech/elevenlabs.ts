import { randomUUID } from 'node:crypto';
import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { lazily } from '../lazily.ts';
import { type Deadlines, type ProviderFailure, timed, watchCall } from '../provider.ts';
import { claimWhileBusy } from './claim.ts';
import { openLimiter, type Ticket } from './limiter.ts';
import { type PcmFormat, pcmFormat, readClip } from './pcm.ts';
import { type Patience, persist } from './persist.ts';
import type { Clip, Narrator, ProviderVoice, Shares, Utterance } from './speech.ts';
import {
  allowedBy,
  allowedByFailure,
  brokenAnswer,
  isTooMany,
  provider,
  troubleOf,
} from './trouble.ts';
import { faultOf } from './verify.ts';

interface NarratorOptions {
  apiKey: string;
  /** Another address than ElevenLabs' own. */
  baseUrl: string | null;
  model: string;
  /** `pcm_` and a sample rate. */
  outputFormat: string;
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

type Ask<T> = (sdk: ElevenLabsClient, abortSignal: AbortSignal, alive: () => void) => Promise<T>;

/**
 * Loads the SDK: some 5,000 files, 130 MB and more than a second in which the process does nothing
 * else. On a busy machine that is long enough to lose the job in hand, so a server does it before it
 * takes one; development and tests wait until somebody speaks.
 */
export const loadElevenlabs = () => import('@elevenlabs/elevenlabs-js');

/** Asks once, for nothing, whether ElevenLabs serves us; a `ProviderFailure` says why it does not. */
interface Probed {
  probe(signal: AbortSignal): Promise<void>;
}

/** ElevenLabs as a narrator. Throws at once when the output format is not one it can read. */
export function elevenlabsNarrator(options: NarratorOptions): Narrator & Probed {
  const { apiKey, baseUrl, model } = options;
  const patience = { ...usual, ...options.patience };
  const format = pcmFormat(options.outputFormat);
  const limiter = openLimiter(options.concurrency);
  const claimPart = options.shares ? claimWhileBusy(limiter, options.shares) : () => {};
  const client = lazily(async () => {
    const sdk = await loadElevenlabs();
    return new sdk.ElevenLabsClient({
      apiKey,
      maxRetries: 0,
      // An address that a provider names is not one that we chose, nor one to send our key to.
      fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
      ...(baseUrl ? { baseUrl } : {}),
    });
  });

  /** One call, watched; whatever goes wrong in it comes out as a `ProviderFailure`. */
  const call = async <T>(signal: AbortSignal, ask: Ask<T>): Promise<T> => {
    const sdk = await client();
    return timed(provider, async () => {
      const watch = watchCall(provider, signal, patience);
      try {
        return await ask(sdk, watch.signal, watch.alive);
      } catch (error) {
        throw watch.signal.aborted ? watch.signal.reason : troubleOf(error);
      } finally {
        watch.end();
      }
    });
  };

  const say = (utterance: Utterance, ticket: Ticket): Ask<Clip> => {
    const { text, onBought } = utterance;
    return async (sdk, abortSignal, alive) => {
      const body = { ...wordsFor(model, utterance), modelId: model, outputFormat: format };
      const { data, rawResponse } = await sdk.textToSpeech
        .convert(utterance.voiceId, body, { abortSignal })
        .withRawResponse()
        .catch((error: unknown) => {
          const failure = troubleOf(error);
          if (isTooMany(failure)) makeRoom(failure, ticket);
          throw failure;
        });
      // From here on it is paid for, whatever becomes of it; a page of HTML is nobody's bill.
      let cost = 0;
      try {
        refuseOtherTypes(rawResponse.headers);
        cost = text.length;
        const allowed = allowedBy(rawResponse.headers);
        if (allowed) limiter.learn(allowed);
        const clip = verified(await readClip(data, format, alive), text);
        onBought?.(cost, true);
        return clip;
      } catch (error) {
        onBought?.(cost, false);
        throw error;
      }
    };
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
    async probe(signal) {
      await call(signal, (sdk, abortSignal) => sdk.voices.search({ pageSize: 1 }, { abortSignal }));
    },
    voices: (signal) => persist(patience, signal, () => call(signal, listVoices)),
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

/** The host is in it, because a stand-in's clips must never pass for the real provider's. */
function settingsOf(baseUrl: string | null, model: string, format: PcmFormat): string {
  const host = baseUrl ? new URL(baseUrl).hostname : 'elevenlabs';
  return `${host}/${model}/${format}`;
}

/** Version 3 refuses a request that names the neighbouring words. */
function wordsFor(model: string, { text, previousText, nextText }: Utterance) {
  if (model.startsWith('eleven_v3')) return { text };
  const next = nextText?.();
  return {
    text,
    ...(previousText ? { previousText } : {}),
    ...(next ? { nextText: next } : {}),
  };
}

function refuseOtherTypes(headers: Headers): void {
  const type = headers.get('content-type') ?? '';
  if (/html|json|text/.test(type)) throw brokenAnswer(`${type} is no sound`);
}

function verified(clip: Clip, text: string): Clip {
  const fault = faultOf(clip, text);
  if (fault) throw brokenAnswer(fault);
  return clip;
}

const listVoices: Ask<ProviderVoice[]> = async (sdk, abortSignal, alive) => {
  const found: ProviderVoice[] = [];
  let nextPageToken: string | undefined;
  do {
    const query = { pageSize: 100, ...(nextPageToken ? { nextPageToken } : {}) };
    const page = await sdk.voices.search(query, { abortSignal });
    alive();
    for (const { voiceId: id, name, labels, description, category, sharing } of page.voices) {
      found.push({
        id,
        name: name ?? id,
        labels: labels ?? {},
        description: description ?? null,
        category: category ?? null,
        rate: sharing?.rate ?? 1,
        endsAt: sharing?.disableAtUnix ? sharing.disableAtUnix * 1000 : null,
      });
    }
    nextPageToken = page.hasMore ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return found;
};
