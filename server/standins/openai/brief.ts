import { z } from 'zod';

/*
 * What the product asks for, as its last message says it. A stand-in has to answer anybody, so
 * every field has something to fall back on, and a message that is no brief at all is a topic.
 */
const name = (fallback: string) => z.string().trim().min(1).max(80).catch(fallback);
const titles = z.array(z.string()).catch([]);

const brief = z.object({
  topic: z.string().max(4000).catch(''),
  tone: name('Normal'),
  style: name('Conversation'),
  hosts: z.object({ A: name('Alex'), B: name('Sam') }).catch({ A: 'Alex', B: 'Sam' }),
  /** How many sections the outline is to have. */
  sections: z.number().int().min(2).max(16).catch(6),
  section: z
    .object({ index: z.number().int().min(0).max(99).catch(0), title: z.string().catch('') })
    .nullable()
    .catch(null),
  place: z.enum(['opening', 'middle', 'closing']).catch('middle'),
  words: z.number().min(0).max(5000).catch(150),
  covered: titles,
  toCome: titles,
  recent: z.array(z.object({ text: z.string() })).catch([]),
});
export type AskedBrief = z.infer<typeof brief>;

/** Reads the brief out of a user's message, whatever it holds. */
export function readBrief(message: string): AskedBrief {
  const read = brief.safeParse(parseJson(message));
  return read.success ? read.data : brief.parse({ topic: message.slice(0, 500) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
