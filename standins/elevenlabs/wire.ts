import { z } from 'zod';
import type { ElevenlabsAccount } from './account.ts';
import type { AccountVoice } from './accountVoices.ts';
import { modelById } from './models.ts';
import { missingTier, soundOf } from './plan.ts';

const body = z.object({
  text: z.string(),
  model_id: z.string().default('eleven_multilingual_v2'),
  language_code: z.string().nullish(),
  previous_text: z.string().nullish(),
  next_text: z.string().nullish(),
  voice_settings: z.object({ speed: z.number().min(0.7).max(1.2).default(1) }).nullish(),
});

const dialogueBody = z.object({
  inputs: z.array(z.object({ text: z.string(), voice_id: z.string() })).min(1),
  model_id: z.string().default('eleven_v3'),
  language_code: z.string().nullish(),
});
const MOST_CHARACTERS = 2_000;
const MOST_VOICES = 10;

const page = z.object({
  page_size: z.coerce.number().int().min(1).max(100).default(10),
  next_page_token: z.string().optional(),
});

/** An error answer; `detail` is the body's field that ElevenLabs' SDK passes on. */
export class Refusal extends Error {
  readonly code: number;
  readonly detail: unknown;

  constructor(code: number, detail: unknown) {
    super(`refused with ${code}`);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
  }
}

export function refuse(code: number, status: string, message: string, param?: string): never {
  throw new Refusal(code, { status, message, param });
}

/** Throws `Refusal`. */
export function readPage(query: unknown): { size: number; after: string | undefined } {
  const read = shaped('query', page, query);
  return { size: read.page_size, after: read.next_page_token };
}

/** Throws `Refusal`. */
export function readSpeech(requested: unknown, outputFormat: unknown, account: ElevenlabsAccount) {
  const asked = shaped('body', body, requested);
  const { text, model_id: modelId, previous_text: before, next_text: after } = asked;
  const model = modelFor(modelId, account);
  if (!model.neighbours && (before || after)) {
    const message = `Providing previous_text or next_text is not yet supported with the '${modelId}' model.`;
    refuse(400, 'unsupported_model', message, 'model_id');
  }
  const format = readFormat(String(outputFormat ?? 'mp3_44100_128'), account);
  if (!text.trim()) refuse(400, 'input_text_empty', 'The text is empty.', 'text');
  if (text.length > model.longest) {
    const message = `Request text length (${text.length}) exceeds the maximum text length of ${model.longest} characters`;
    refuse(400, 'max_character_limit_exceeded', message, 'text');
  }
  const speed = model.speed ? (asked.voice_settings?.speed ?? 1) : 1;
  return { text, model, format, speed };
}

/** Throws `Refusal`. */
export function readDialogue(
  requested: unknown,
  outputFormat: unknown,
  account: ElevenlabsAccount,
) {
  const { inputs, model_id: modelId } = shaped('body', dialogueBody, requested);
  const model = modelFor(modelId, account);
  if (!model.dialogue) {
    const message = `The model '${modelId}' does not support text to dialogue.`;
    refuse(400, 'unsupported_model', message, 'model_id');
  }
  const format = readFormat(String(outputFormat ?? 'mp3_44100_128'), account);
  if (inputs.some(({ text }) => !text.trim())) {
    refuse(400, 'input_text_empty', 'The text is empty.', 'text');
  }
  const length = inputs.reduce((sum, { text }) => sum + text.length, 0);
  if (length > MOST_CHARACTERS) {
    const message = `Request text length (${length}) exceeds the maximum text length of ${MOST_CHARACTERS} characters`;
    refuse(400, 'max_character_limit_exceeded', message, 'text');
  }
  const voices = new Set(inputs.map(({ voice_id: id }) => id));
  if (voices.size > MOST_VOICES) {
    const message = `A dialogue may have ${MOST_VOICES} voices, not ${voices.size}.`;
    refuse(400, 'invalid_parameters', message, 'inputs');
  }
  return { inputs, model, format };
}

function modelFor(id: string, account: ElevenlabsAccount) {
  const model = account.models.includes(id) ? modelById(id) : null;
  if (model) return model;
  return refuse(400, 'model_not_found', `A model with model ID ${id} does not exist.`, 'model_id');
}

/** Throws ElevenLabs' error if the plan lacks the format, our own if the stand-in lacks it. */
function readFormat(format: string, { tier }: ElevenlabsAccount) {
  const lacking = missingTier(format, tier);
  if (lacking) {
    const name = `${lacking.charAt(0).toUpperCase()}${lacking.slice(1)}`;
    const message = `Output format '${format}' is only available on the ${name} tier and above.`;
    refuse(403, 'output_format_not_allowed', message, 'output_format');
  }
  const sound = soundOf(format);
  if (sound) return sound;
  const message = `This account speaks PCM, and MP3 at 44.1 kHz with 128 or 192 kbit/s, not ${format}.`;
  return refuse(400, 'invalid_output_format', message, 'output_format');
}

/** Throws FastAPI's validation error for an invalid request: its `detail` is a list. */
function shaped<Schema extends z.ZodType>(where: string, schema: Schema, value: unknown) {
  const read = schema.safeParse(value ?? {});
  if (read.success) return read.data;
  const detail = read.error.issues.map((issue) => ({
    type: issue.code,
    loc: [where, ...issue.path.map(String)],
    msg: issue.message,
  }));
  throw new Refusal(422, detail);
}

export function wireVoice(voice: AccountVoice, models: string[]) {
  return {
    voice_id: voice.id,
    name: voice.name,
    category: voice.category,
    labels: voice.labels,
    description: voice.description,
    preview_url: null,
    available_for_tiers: [],
    high_quality_base_model_ids: models,
    settings: null,
    sharing: wireSharing(voice),
    is_owner: false,
    is_legacy: false,
    is_mixed: false,
  };
}

export function wireSegments(
  inputs: { text: string; voice: AccountVoice }[],
  spans: { start: number; end: number }[],
) {
  let character = 0;
  return inputs.map(({ text, voice }, index) => {
    const from = character;
    character += text.length;
    return {
      voice_id: voice.id,
      start_time_seconds: spans[index]?.start,
      end_time_seconds: spans[index]?.end,
      character_start_index: from,
      character_end_index: character,
      dialogue_input_index: index,
    };
  });
}

function wireSharing({ category, rate, endsAt }: AccountVoice) {
  if (category === 'premade' && rate === 1 && endsAt === null) return null;
  return {
    status: 'copied',
    rate,
    live_moderation_enabled: false,
    notice_period: 365,
    disable_at_unix: endsAt === null ? null : Math.floor(endsAt / 1000),
    category: 'professional',
  };
}
