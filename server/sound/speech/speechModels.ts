import type { Delivery } from '#shared/script.ts';
import type { Words } from './speech.ts';
import { spokenForm } from './spokenForm.ts';

interface SpeechModel {
  /** Accepts the text before and after a line; other models answer 400. */
  neighbours: boolean;
  /** Accepts the language, so that a foreign name does not change it. */
  language: boolean;
  /** Performs `[audio tags]` instead of reading them out. */
  tags: boolean;
  /** Reads figures, units and signs as they are spoken; Flash and Turbo v2.5 do not unless told to. */
  normalizes: boolean;
  /** Obeys `speed`; v4 accepts it and speaks as always. */
  speed: boolean;
  /** Characters that one request may hold. */
  longest: number;
  /** Characters that one request for a dialogue may hold; null where the model performs none. */
  dialogue: number | null;
  /** Credits per character of an ordinary voice, as in `character-cost`; null if unknown. */
  credits: number | null;
}

/**
 * ElevenLabs' limit for all inputs of a dialogue. That v4 and v4 Turbo take part in dialogues by this
 * endpoint is documented, and has not been verified live.
 */
const MOST_OF_DIALOGUE = 2_000;

/**
 * Measured in September and October 2026. Flash v2.5 accepts a language code too, but gets none: clips
 * made without it are stored, and with it they would have another content address.
 */
const known: Record<string, SpeechModel> = {
  // Whether it accepts neighbours has not been measured; v4 Turbo does.
  eleven_v4: {
    neighbours: false,
    language: true,
    tags: true,
    normalizes: true,
    speed: false,
    longest: 10_000,
    dialogue: MOST_OF_DIALOGUE,
    credits: 1,
  },
  eleven_v4_turbo: {
    neighbours: true,
    language: true,
    tags: true,
    normalizes: true,
    speed: false,
    longest: 10_000,
    dialogue: MOST_OF_DIALOGUE,
    credits: 0.5,
  },
  eleven_v3: {
    neighbours: false,
    language: true,
    tags: true,
    normalizes: true,
    speed: false,
    longest: 5_000,
    dialogue: MOST_OF_DIALOGUE,
    credits: 1,
  },
  eleven_multilingual_v2: {
    neighbours: true,
    language: false,
    tags: false,
    normalizes: true,
    speed: true,
    longest: 10_000,
    dialogue: null,
    credits: 1,
  },
  eleven_flash_v2_5: {
    neighbours: true,
    language: false,
    tags: false,
    normalizes: false,
    speed: true,
    longest: 40_000,
    dialogue: null,
    credits: 0.5,
  },
  eleven_turbo_v2_5: {
    neighbours: true,
    language: true,
    tags: false,
    normalizes: false,
    speed: true,
    longest: 40_000,
    dialogue: null,
    credits: 0.5,
  },
};

/** An unknown model gets nothing that it might refuse. */
const unknown: SpeechModel = {
  neighbours: false,
  language: false,
  tags: false,
  normalizes: false,
  speed: false,
  longest: 5_000,
  dialogue: null,
  credits: null,
};

export function factsOf(model: string): SpeechModel {
  return (Object.hasOwn(known, model) && known[model]) || unknown;
}

/**
 * How the models that perform tags are told (ElevenLabs' best practices for v3). A tag has at most
 * eight words: with a longer one v4 speaks the line twice.
 */
const TAGS: Record<Delivery, string> = {
  amused: '[amused]',
  curious: '[curious]',
  laughs: '[laughs]',
  quickly: '[rushed]',
  quietly: '[quietly]',
  relieved: '[relieved]',
  sighs: '[sighs]',
  slowly: '[slowly]',
  surprised: '[surprised]',
};

/**
 * A line as it is sent to the model: in words, unless the model reads figures well by itself; a model that
 * would read a tag aloud gets none.
 */
export function taggedFor(model: string, { text, delivery }: Words): string {
  const { normalizes, tags } = factsOf(model);
  const words = normalizes ? text : spokenForm(text);
  return delivery && tags ? `${TAGS[delivery]} ${words}` : words;
}
