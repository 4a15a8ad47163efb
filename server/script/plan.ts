import { type Outline, outline } from '#shared/script.ts';
import { cleanTitle } from './clean.ts';
import { broken } from './failures.ts';
import type { Correction, Model } from './model.ts';
import { type Patience, persist } from './patience.ts';
import { planQuestion } from './prompts.ts';
import type { Brief } from './script.ts';

/** How often an outline that will not do is sent back with the reason. */
const CORRECTIONS = 2;

/** Asks for an outline until it fits the schema. Throws `ProviderFailure`. */
export async function planEpisode(
  model: Model,
  brief: Brief,
  patience: Patience,
  signal: AbortSignal,
): Promise<Outline> {
  const question = planQuestion(brief);
  const corrections: Correction[] = [];
  for (;;) {
    const reply = await persist(patience, signal, () => model.ask(question, corrections, signal));
    const read = readOutline(reply);
    if (typeof read !== 'string') return read;
    if (corrections.length >= CORRECTIONS) throw broken(`the outline will not do: ${read}`);
    corrections.push({ reply, reason: read });
  }
}

/** The outline, or what is wrong with it. */
function readOutline(reply: string): Outline | string {
  const json = reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1);
  try {
    const read = outline.safeParse(JSON.parse(json));
    if (read.success) return cleanOutline(read.data);
    return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  } catch {
    return 'it is not JSON';
  }
}

function cleanOutline({ title, summary, sections }: Outline): Outline | string {
  const cleaned = outline.safeParse({
    title: cleanTitle(title),
    summary: cleanTitle(summary),
    sections: sections.map((section) => ({ ...section, title: cleanTitle(section.title) })),
  });
  return cleaned.success ? cleaned.data : 'a title has no words';
}
