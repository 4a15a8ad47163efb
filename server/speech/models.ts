/** What ElevenLabs' speech models take, as far as we ask it of them. */
interface SpeechModel {
  /** Takes the words before and after a line; a model that does not answers 400. */
  neighbours: boolean;
  /** Is told that the words are English, so that a foreign name does not change the language. */
  language: boolean;
  /** Performs `[audio tags]` instead of reading them out. */
  tags: boolean;
  /** Characters that one request may hold. */
  longest: number;
  /** Credits for a character of an ordinary voice, as `character-cost` counts; null if not known. */
  credits: number | null;
}

/**
 * As measured at ElevenLabs in September and October 2026. Flash v2.5 takes a language code too, but
 * is not told one: clips made without it are stored, and another request would be another address.
 */
const known: Record<string, SpeechModel> = {
  // Whether it takes the neighbouring words has not been measured; v4 Turbo does.
  eleven_v4: {
    neighbours: false,
    language: true,
    tags: true,
    longest: 10_000,
    credits: 1,
  },
  eleven_v4_turbo: {
    neighbours: true,
    language: true,
    tags: true,
    longest: 10_000,
    credits: 0.5,
  },
  eleven_v3: {
    neighbours: false,
    language: true,
    tags: true,
    longest: 5_000,
    credits: 1,
  },
  eleven_multilingual_v2: {
    neighbours: true,
    language: false,
    tags: false,
    longest: 10_000,
    credits: 1,
  },
  eleven_flash_v2_5: {
    neighbours: true,
    language: false,
    tags: false,
    longest: 40_000,
    credits: 0.5,
  },
  eleven_turbo_v2_5: {
    neighbours: true,
    language: true,
    tags: false,
    longest: 40_000,
    credits: 0.5,
  },
};

/** Of a model that we know nothing about nothing is asked that it might refuse. */
const unknown: SpeechModel = {
  neighbours: false,
  language: false,
  tags: false,
  longest: 5_000,
  credits: null,
};

export function factsOf(model: string): SpeechModel {
  return (Object.hasOwn(known, model) && known[model]) || unknown;
}
