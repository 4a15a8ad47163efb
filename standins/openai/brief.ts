import { z } from 'zod';

/*
 * What the product asks for, as its messages say it together. A stand-in has to answer anybody, so
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
  /** The plan of the episode, when the request holds it. */
  plan: z.array(z.object({ title: z.string() })).catch([]),
  /** Lines that have been spoken, as "A: ..." or "B: ...". */
  said: z.array(z.string()).catch([]),
});
export type AskedBrief = z.infer<typeof brief>;

/** Reads the brief out of the user's messages, whatever they hold; a later one overrules, but what was said goes on. */
export function readBrief(messages: string[]): AskedBrief {
  const parts = messages.map(parseJson).filter((part) => typeof part === 'object');
  const said = parts.flatMap((part) => brief.shape.said.parse(Object(part).said ?? []));
  const read = brief.safeParse(Object.assign({}, ...parts, { said }));
  const holdsAny = parts.some((part) => part !== null && !Array.isArray(part));
  if (read.success && holdsAny) return read.data;
  return brief.parse({ topic: (messages.at(-1) ?? '').slice(0, 500) });
}

/** How many sections the episode has, as far as the request tells. */
export function sectionsOf({ plan, covered, toCome, section }: AskedBrief): number {
  const known = plan.length || covered.length + 1 + toCome.length;
  return Math.max(known, (section?.index ?? 0) + 1, 2);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
