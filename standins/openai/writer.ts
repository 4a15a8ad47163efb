import { z } from 'zod';
import { inProse, type Line, leakPrompt, misbehave } from './badHabits.ts';
import { chance, pick } from './chance.ts';
import { choose } from './demo.ts';
import { plainOutline, plainSection } from './plain.ts';
import { reading, scriptedQuestion } from './readings.ts';
import { scriptLines, scriptOutline } from './replay.ts';
import { readSpec, type Spec } from './spec.ts';
import { type CompletionRequest, textsOf } from './wire.ts';

/** How the model behaves. */
interface WriterSettings {
  /** `scripts` is the demo's; `plain` writes exactly as many words as asked for, about nothing. */
  writer: 'scripts' | 'plain';
  /** The largest error of a section's length, as a fraction of its budget. */
  budgetError: number;
  badHabits: boolean;
  /** 1 for the first request of this kind for this section, then 2, ... */
  attempt: number;
}

interface Answer {
  content: string;
  /** Whether the content is sent in the `refusal` field. */
  refused: boolean;
  finish: 'stop' | 'length' | 'content_filter';
}

const textAnswer = (content: string): Answer => ({ content, refused: false, finish: 'stop' });

/** The model's answer. The same request with the same settings gets the same answer. */
export function answer(request: CompletionRequest, settings: WriterSettings): Answer {
  const call = request.response_format?.json_schema?.name;
  const read = reading(call ?? '', textsOf(request, 'user'));
  if (read) return textAnswer(JSON.stringify(read));
  const spec = readSpec(textsOf(request, 'user'));
  const seed = request.prompt_cache_key ?? spec.topic;
  const attemptSeed = `${seed} ${call} ${spec.section?.index} ${settings.attempt}`;
  if (
    settings.badHabits &&
    refuses(spec.topic, `${seed} ${call} ${spec.section?.index}`, settings)
  ) {
    return refusal(call, attemptSeed);
  }
  if (call === 'outline') {
    return textAnswer(JSON.stringify(outline(request, spec, { seed, ...settings })));
  }
  if (call !== 'section') return textAnswer('I am a stand-in and only answer what I know.');
  const lines = section(spec, seed, settings);
  return settings.badHabits
    ? spoil(request, settings, { spec, lines, attemptSeed })
    : textAnswer(json(lines));
}

const json = (lines: object[]) => JSON.stringify({ lines });
const SORRY = "I'm sorry, but I can't help with that.";

/** Models refuse in the refusal field, in plain text, by the content filter, or in the script. */
function refusal(call: string | undefined, attemptSeed: string): Answer {
  const ways: Answer[] = [
    { content: SORRY, refused: true, finish: 'stop' },
    textAnswer(SORRY),
    { content: '', refused: false, finish: 'content_filter' },
    textAnswer(
      call === 'outline'
        ? JSON.stringify({
            title: SORRY,
            summary: 'This request goes against my guidelines.',
            sections: Array(6).fill({ title: 'Sorry', goal: 'None.', weight: 1 }),
          })
        : json([
            { speaker: 'A', text: SORRY },
            { speaker: 'B', text: "If you'd like, choose another subject." },
          ]),
    ),
  ];
  return pick(ways, `${attemptSeed} way`) ?? textAnswer(SORRY);
}

/** A well-written section with the defects of real models: bad habits, empty, cut off, malformed. */
function spoil(
  request: CompletionRequest,
  settings: WriterSettings,
  { spec, lines, attemptSeed }: { spec: Spec; lines: Line[]; attemptSeed: string },
): Answer {
  const draw = chance(`${attemptSeed} delivery`)();
  if (settings.attempt === 1 && draw < 1 / 12) return textAnswer(json([]));
  const spoilt = misbehave(lines, spec.hosts, attemptSeed);
  const isInjected = /\b(?:system prompt|previous instructions)\b/i.test(spec.topic);
  const all = [
    ...(isInjected ? leakPrompt(textsOf(request, 'system').join('\n')) : []),
    ...spoilt.lines,
  ];
  const content = spoilt.prose ? inProse(json(all)) : json(all);
  if (draw > 11 / 12) return { content: json(all).slice(0, -2), refused: false, finish: 'length' };
  return draw > 10 / 12 ? textAnswer(json(all).slice(0, -1)) : textAnswer(content);
}

/**
 * A topic that contains "refuse" is always refused; otherwise one section in eight is refused at the
 * first attempt, as real models sometimes do without reason.
 */
function refuses(topic: string, seed: string, { attempt }: WriterSettings): boolean {
  return /\brefuse\b/i.test(topic) || (attempt === 1 && chance(`${seed} refusal`)() < 1 / 8);
}

function section(spec: Spec, seed: string, settings: WriterSettings): Line[] {
  const index = spec.section?.index ?? 0;
  const draw = chance(`${seed} ${index} ${settings.attempt} ${spec.words} budget`)();
  const words = Math.round(spec.words * (1 + settings.budgetError * (2 * draw - 1)));
  const choice = settings.writer === 'scripts' ? choose(spec, seed) : null;
  return choice ? scriptLines(choice, spec, words) : plainSection(spec, seed, words);
}

function outline(
  request: CompletionRequest,
  spec: Spec,
  { seed, writer }: { seed: string; writer: WriterSettings['writer'] },
) {
  const choice = writer === 'scripts' ? choose(spec, seed) : null;
  const { sections, ...rest } = choice ? scriptOutline(choice, spec) : plainOutline(spec, seed);
  const fields = fieldsOf(request);
  const middle = sections.length - 2;
  /** By the script, if the question is its own; any other goes to one of the middle sections. */
  const owes = (
    question: string,
    asked: number,
    { at, answers }: { at: number; answers: number[] },
  ) => {
    const place = scriptedQuestion(question);
    if (place && place.script === choice?.script) return answers.includes(place.number);
    return at === (middle > 0 ? (asked % middle) + 1 : 0);
  };
  return {
    ...rest,
    sections: sections.map(({ role, answers, ...section }, at) => ({
      ...section,
      ...('role' in fields && { role }),
      ...('owes' in fields && {
        owes: spec.questions.flatMap((question, asked) =>
          owes(question, asked, { at, answers }) ? [asked + 1] : [],
        ),
      }),
    })),
  };
}

const outlineSchema = z.object({
  properties: z.object({
    sections: z.object({ items: z.object({ properties: z.looseObject({}) }) }),
  }),
});

/** What the request wants to know of each section. */
function fieldsOf({ response_format }: CompletionRequest): object {
  const read = outlineSchema.safeParse(response_format?.json_schema?.schema);
  return read.success ? read.data.properties.sections.items.properties : {};
}
