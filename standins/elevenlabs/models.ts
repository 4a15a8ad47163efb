/** Properties as observed. */
export interface Model {
  id: string;
  name: string;
  /** Maximum characters per request. */
  longest: number;
  /** Credits per character, as in the `character-cost` header. */
  credits: number;
  neighbours: boolean;
  dialogue: boolean;
  /** Whether it performs `[audio tags]`; another model reads them aloud. */
  tags: boolean;
  /** Whether it obeys `speed`; another model accepts and ignores it. */
  speed: boolean;
}

/** As observed in autumn 2026. */
const models: readonly Model[] = [
  {
    id: 'eleven_v4',
    name: 'Eleven v4',
    longest: 10_000,
    credits: 1,
    neighbours: true,
    dialogue: true,
    tags: true,
    speed: false,
  },
  {
    id: 'eleven_v4_turbo',
    name: 'Eleven v4 Turbo',
    longest: 10_000,
    credits: 0.5,
    neighbours: true,
    dialogue: true,
    tags: true,
    speed: false,
  },
  {
    id: 'eleven_v3',
    name: 'Eleven v3',
    longest: 5_000,
    credits: 1,
    neighbours: false,
    dialogue: true,
    tags: true,
    speed: false,
  },
  {
    id: 'eleven_multilingual_v2',
    name: 'Eleven Multilingual v2',
    longest: 10_000,
    credits: 1,
    neighbours: true,
    dialogue: false,
    tags: false,
    speed: true,
  },
  {
    id: 'eleven_flash_v2_5',
    name: 'Eleven Flash v2.5',
    longest: 40_000,
    credits: 0.5,
    neighbours: true,
    dialogue: false,
    tags: false,
    speed: true,
  },
  {
    id: 'eleven_turbo_v2_5',
    name: 'Eleven Turbo v2.5',
    longest: 40_000,
    credits: 0.5,
    neighbours: true,
    dialogue: false,
    tags: false,
    speed: true,
  },
];

export const modelIds = models.map(({ id }) => id);

export const modelById = (id: string): Model | null =>
  models.find((model) => model.id === id) ?? null;

export function wireModel({ id, name, longest, credits }: Model) {
  return {
    model_id: id,
    name,
    can_be_finetuned: false,
    can_do_text_to_speech: true,
    can_do_voice_conversion: false,
    can_use_style: id === 'eleven_multilingual_v2',
    can_use_speaker_boost: id === 'eleven_multilingual_v2',
    serves_pro_voices: false,
    token_cost_factor: 1,
    description: name,
    requires_alpha_access: false,
    max_characters_request_free_user: longest,
    max_characters_request_subscribed_user: longest,
    maximum_text_length_per_request: longest,
    languages: [
      { language_id: 'en', name: 'English' },
      { language_id: 'de', name: 'German' },
    ],
    model_rates: { character_cost_multiplier: credits, cost_discount_multiplier: 1 },
    concurrency_group: 'standard',
  };
}
