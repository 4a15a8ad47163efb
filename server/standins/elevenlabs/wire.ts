import { z } from 'zod';
import type { RosterVoice } from './roster.ts';

/** Sample rates of the raw formats this stand-in speaks, by `output_format`. */
const pcmRates: Record<string, number> = {
  pcm_8000: 8_000,
  pcm_16000: 16_000,
  pcm_22050: 22_050,
  pcm_24000: 24_000,
  pcm_32000: 32_000,
  pcm_44100: 44_100,
  pcm_48000: 48_000,
};

const body = z.object({
  text: z.string(),
  model_id: z.string().default('eleven_multilingual_v2'),
  previous_text: z.string().nullish(),
  next_text: z.string().nullish(),
});

const page = z.object({
  page_size: z.coerce.number().int().min(1).max(100).default(10),
  next_page_token: z.string().optional(),
});

/** An answer other than 200; `detail` is what ElevenLabs puts in the body, and the SDK hands on. */
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

/** Refuses as ElevenLabs words it: a status to switch on and a message to read. */
export function refuse(code: number, status: string, message: string): never {
  throw new Refusal(code, { status, message });
}

/** Reads a request for the voices. Throws `Refusal`. */
export function readPage(query: unknown): { size: number; after: string | undefined } {
  const read = shaped('query', page, query);
  return { size: read.page_size, after: read.next_page_token };
}

/** Reads a request for speech. Throws `Refusal` in the order in which ElevenLabs looks. */
export function readSpeech(requested: unknown, outputFormat: unknown) {
  const { text, model_id: model } = shaped('body', body, requested);
  const format = String(outputFormat ?? 'mp3_44100_128');
  const sampleRate = pcmRates[format];
  if (!sampleRate) {
    refuse(400, 'invalid_output_format', `This account speaks raw PCM only, not ${format}.`);
  }
  if (!text.trim()) refuse(400, 'input_text_empty', 'The text is empty.');
  const longest = longestText(model);
  if (text.length > longest) {
    refuse(400, 'max_character_limit_exceeded', `A text may have ${longest} characters.`);
  }
  return { text, sampleRate };
}

/** Characters one request may hold, by model (ElevenLabs' model page). */
function longestText(model: string): number {
  if (model === 'eleven_v3') return 5_000;
  return /flash|turbo/.test(model) ? 40_000 : 10_000;
}

/** What FastAPI answers when a request does not fit its schema: `detail` is a list. */
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

/** A voice as `GET /v2/voices` lists it. */
export function wireVoice(voice: RosterVoice) {
  return {
    voice_id: voice.id,
    name: voice.name,
    category: voice.category,
    labels: voice.labels,
    description: voice.description,
    preview_url: null,
    available_for_tiers: [],
    settings: null,
    is_owner: false,
    is_legacy: false,
    is_mixed: false,
  };
}
