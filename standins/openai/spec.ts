import { z } from 'zod';

/*
 * Merged from the product's messages. Any request gets an answer: each field has a default, and
 * without a JSON object the last message is the topic.
 */
const name = (fallback: string) => z.string().trim().min(1).max(80).catch(fallback);
const titles = z.array(z.string()).catch([]);

const numbers = z.array(z.number().int()).catch([]);

const opening = z.object({ title: z.string(), lines: titles });

const fact = z
  .object({
    fact: z.number().int(),
    says: z.string(),
    quote: z.string().optional(),
    /** Title, site and date of the source. */
    from: z.string().catch(''),
    disputed: z.union([z.boolean(), z.string()]).transform(Boolean).catch(false),
  })
  // The product leaves out the words of the source where they are the same.
  .transform((given) => ({ ...given, quote: given.quote ?? given.says }));
export type SourcedFact = z.infer<typeof fact>;

const listed = z
  .object({ from: z.string().catch(''), says: z.array(z.string()) })
  .transform(({ from, says }) =>
    says.map((line) => {
      const text = line.replace(/^\d+ /, '');
      return { fact: Number.parseInt(line, 10), says: text, quote: text, from, disputed: false };
    }),
  );

const inUse = z.object({
  fact: z.number().int(),
  quote: z.string().optional(),
  disputed: fact.in.shape.disputed,
});

const spec = z.object({
  topic: z.string().max(4000).catch(''),
  tone: name('Normal'),
  style: name('Conversation'),
  hosts: z.object({ A: name('Alex'), B: name('Sam') }).catch({ A: 'Alex', B: 'Sam' }),
  minutes: z.number().min(1).max(60).catch(10),
  sections: z.number().int().min(2).max(16).catch(6),
  section: z
    .object({ index: z.number().int().min(0).max(99).catch(0), title: z.string().catch('') })
    .nullable()
    .catch(null),
  place: z.enum(['opening', 'middle', 'closing']).catch('middle'),
  words: z.number().min(0).max(5000).catch(150),
  covered: titles,
  toCome: titles,
  plan: z.array(z.object({ title: z.string() })).catch([]),
  /** The listener's questions, each with its number in front. */
  questions: z.array(z.string()).catch([]),
  /** Those that this section has to answer. */
  owes: z.array(z.string()).catch([]),
  heard: z.array(z.object({ title: z.string().catch(''), facts: titles })).catch([]),
  facts: z
    .array(z.union([listed, fact]))
    .transform((given) => given.flat())
    .catch([]),
  /** The facts that this section still has to tell, and the numbers of those that lines rest on. */
  use: z.array(inUse).catch([]),
  used: numbers,
  opening: opening.nullable().catch(null),
  /** Lines spoken so far, as "A: ..." or "B: ...". */
  said: z.array(z.string()).catch([]),
});
export type Spec = Omit<z.infer<typeof spec>, 'use'> & { use: number[] };

/** Later fields override earlier ones, but all `said` are joined, behind all `before`. */
export function readSpec(messages: string[]): Spec {
  const parts = messages.map(parseJson).filter((part) => typeof part === 'object');
  const linesOf = (name: 'before' | 'said') =>
    parts.flatMap((part) => spec.shape.said.parse(Object(part)[name] ?? []));
  const said = [...linesOf('before'), ...linesOf('said')];
  const read = spec.safeParse(Object.assign({}, ...parts, { said }));
  const hasSpec = parts.some((part) => part !== null && !Array.isArray(part));
  if (read.success && hasSpec) return withWords(read.data);
  return withWords(spec.parse({ topic: (messages.at(-1) ?? '').slice(0, 500) }));
}

function withWords({ use, ...given }: z.infer<typeof spec>): Spec {
  const facts = given.facts.map((fact) => {
    const { quote = fact.quote, disputed = fact.disputed } =
      use.find((one) => one.fact === fact.fact) ?? {};
    return { ...fact, quote, disputed };
  });
  return { ...given, facts, use: use.map((one) => one.fact) };
}

export function sectionsOf({ plan, covered, toCome, section }: Spec): number {
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
