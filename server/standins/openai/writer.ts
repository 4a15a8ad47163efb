import { readBrief } from './brief.ts';
import { chance } from './dialogue/chance.ts';
import { outlineFor } from './dialogue/plan.ts';
import { writeSection } from './dialogue/section.ts';
import { readTopic } from './dialogue/topic.ts';
import { inProse, type Line, misbehave } from './manners.ts';
import { type CompletionRequest, lastWords } from './wire.ts';

/** How the model is disposed today. */
interface Mood {
  /** How far a section may miss its budget, as a share of it. */
  budgetError: number;
  manners: boolean;
  /** 1 for the first request of this kind for this section, then 2, ... */
  attempt: number;
}

interface Answer {
  content: string;
  /** A refusal comes in a field of its own. */
  refused: boolean;
}

/** What the model says to this request. The same request in the same mood has the same answer. */
export function answer(request: CompletionRequest, mood: Mood): Answer {
  const call = request.response_format?.json_schema?.name;
  const brief = readBrief(lastWords(request));
  const seed = request.prompt_cache_key ?? brief.topic;
  if (mood.manners && refuses(brief.topic, `${seed} ${call} ${brief.section?.index}`, mood)) {
    return { content: "I'm sorry, but I can't help with that.", refused: true };
  }
  if (call === 'outline') {
    return { content: JSON.stringify(outlineFor({ ...brief, seed }, brief.hosts)), refused: false };
  }
  if (call === 'section') return { content: section(request, seed, mood), refused: false };
  return { content: 'I am a stand-in and only write outlines and sections.', refused: false };
}

/**
 * A topic that says "refuse" is refused for good; of the others, one section in eight at the
 * first attempt, as models do for no reason that anyone can see.
 */
function refuses(topic: string, seed: string, { attempt }: Mood): boolean {
  return /\brefuse\b/i.test(topic) || (attempt === 1 && chance(`${seed} refusal`)() < 1 / 8);
}

function section(request: CompletionRequest, seed: string, mood: Mood): string {
  const brief = readBrief(lastWords(request));
  const index = brief.section?.index ?? 0;
  const count = Math.max(brief.covered.length + 1 + brief.toCome.length, index + 1, 2);
  const lot = chance(`${seed} ${index} ${mood.attempt} ${brief.words} budget`)();
  const words = Math.round(brief.words * (1 + mood.budgetError * (2 * lot - 1)));
  const turns = writeSection(
    {
      seed,
      tone: brief.tone,
      style: brief.style,
      index,
      count,
      place: brief.place,
      filling: {
        topic: readTopic(brief.topic),
        hosts: brief.hosts,
        section: brief.section?.title ?? '',
      },
    },
    words,
    brief.recent.map(({ text }) => text),
  );
  const lines = turns.map(({ side, text }): Line => ({ speaker: side, text }));
  if (!mood.manners) return JSON.stringify({ lines });
  const spoilt = misbehave(lines, brief.hosts, `${seed} ${index} ${mood.attempt}`);
  const json = JSON.stringify({ lines: spoilt.lines });
  return spoilt.prose ? inProse(json) : json;
}
