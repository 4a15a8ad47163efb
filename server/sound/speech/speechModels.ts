import type { Delivery } from '#shared/script.ts';
import type { Words } from './speech.ts';
import { spokenForm } from './spokenForm.ts';

interface SpeechModel {
  /** Accepts the text before and after a line; other models answer 400 to it. */
  neighbours: boolean;
  /** Accepts the language, so that a foreign name does not change it. */
  language: boolean;
  /** Performs `[audio tags]` instead of reading them out. */
  tags: boolean;
  /** Reads figures, units and signs as they are spoken; Flash and Turbo v2.5 do not unasked. */
  normalizes: boolean;
  /** Obeys `speed`; v4 accepts and ignores it. */
  speed: boolean;
  longest: number;
  /** Characters; null where the model performs no dialogues. */
  dialogue: number | null;
  /** Credits per character of an ordinary voice, as in `character-cost`; null if unknown. */
  credits: number | null;
}

/** For all inputs. Dialogues with v4 and v4 Turbo are documented, but not verified live. */
const MOST_OF_DIALOGUE = 2_000;

/**
 * Measured in September and October 2026. Flash v2.5 gets no language code, though it accepts one:
 * with it its stored clips would have another content address.
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

/** From ElevenLabs' advice for v3. With a tag of more than eight words v4 speaks a line twice. */
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

export function taggedFor(model: string, { text, delivery }: Words): string {
  const { normalizes, tags } = factsOf(model);
  const words = normalizes ? text : spokenForm(text);
  return delivery && tags ? `${TAGS[delivery]} ${words}` : words;
}
