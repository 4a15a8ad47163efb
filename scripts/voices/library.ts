import type { ElevenLabs } from '@elevenlabs/elevenlabs-js';
import { ProviderFailure } from '../../server/base/kit/provider.ts';
import { type RetryPolicy, retry } from '../../server/base/kit/retry.ts';
import {
  type Ask,
  type ElevenlabsAccount,
  elevenlabsCalls,
} from '../../server/sound/speech/client.ts';
import type { ProviderVoice } from '../../server/sound/speech/speech.ts';

export interface LibraryVoice extends ProviderVoice {
  /** Part of its key in the library. */
  ownerId: string;
}

/** All methods throw `ProviderFailure`. */
export interface VoiceLibrary {
  /** The `most` used English voices: a notice period, no price multiplier, not live-moderated. */
  search(most: number, signal: AbortSignal): Promise<LibraryVoice[]>;
  find(id: string, signal: AbortSignal): Promise<LibraryVoice | null>;
  /** Adds it to the account under its own name and id, unless it is there already. */
  add(voice: LibraryVoice, signal: AbortSignal): Promise<void>;
}

const PAGE = 100;
/** Days between an owner's notice and the end of the voice: more than our warning email needs. */
const NOTICE = 90;

const usual: RetryPolicy = {
  attempts: { busy: 5, broken: 3 },
  firstWait: 500,
  longestWait: 20_000,
  total: 60_000,
  idle: 30_000,
};

export function elevenlabsLibrary(
  options: ElevenlabsAccount & { patience?: Partial<RetryPolicy> },
): VoiceLibrary {
  const patience = { ...usual, ...options.patience };
  const once = elevenlabsCalls(options, patience);
  const call = <T>(signal: AbortSignal, ask: Ask<T>): Promise<T> =>
    retry(patience, signal, () => once(signal, ask));

  return {
    async search(most, signal) {
      const found: LibraryVoice[] = [];
      for (let page = 0; found.length < most; page++) {
        const query = { ...wanted, page, pageSize: PAGE };
        const { voices, hasMore } = await call(signal, (sdk, abortSignal) =>
          sdk.voices.getShared(query, { abortSignal }),
        );
        found.push(...voices.filter(isWanted).map(present));
        if (!hasMore || !voices.length) break;
      }
      return found.slice(0, most);
    },
    async find(id, signal) {
      // There is no call for one voice of the library, but its search finds ids.
      const { voices } = await call(signal, (sdk, abortSignal) =>
        sdk.voices.getShared({ search: id, pageSize: PAGE }, { abortSignal }),
      );
      const voice = voices.find(({ voiceId }) => voiceId === id);
      return voice && isWanted(voice) ? present(voice) : null;
    },
    async add(voice, signal) {
      try {
        await call(signal, (sdk, abortSignal) =>
          sdk.voices.share(voice.ownerId, voice.id, { newName: voice.name }, { abortSignal }),
        );
      } catch (error) {
        if (!isAddedAlready(error)) throw error;
      }
    },
  };
}

const wanted: ElevenLabs.VoicesGetSharedRequest = {
  language: 'en',
  includeCustomRates: false,
  includeLiveModerated: false,
  minNoticePeriodDays: NOTICE,
  sort: 'usage_character_count_1y',
};

/** Checked again here, because a search by id has no filters. */
function isWanted(voice: ElevenLabs.LibraryVoiceResponse): boolean {
  return !voice.liveModerationEnabled && voice.fiatRate == null && (voice.rate ?? 1) <= 1;
}

/** In the form that the account lists once the voice is added. */
function present(voice: ElevenLabs.LibraryVoiceResponse): LibraryVoice {
  const { accent, gender, age, descriptive, useCase, language = 'en' } = voice;
  return {
    id: voice.voiceId,
    ownerId: voice.publicOwnerId,
    name: voice.name,
    labels: { accent, gender, age, descriptive, use_case: useCase, language },
    description: voice.description ?? null,
    category: voice.category,
    rate: voice.rate ?? 1,
    endsAt: null,
  };
}

function isAddedAlready(error: unknown): boolean {
  return (
    error instanceof ProviderFailure &&
    error.trouble === 'rejected' &&
    /already/i.test(error.message)
  );
}
