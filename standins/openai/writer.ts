import { inProse, type Line, leakPrompt, misbehave } from './badHabits.ts';
import { chance, pick } from './chance.ts';
import { coldOpen } from './coldOpen.ts';
import { choose } from './demo.ts';
import { demoOnFacts } from './demoOnFacts.ts';
import { findFacts } from './findFacts.ts';
import type { Telling } from './onFacts.ts';
import { edited, outline } from './outlines.ts';
import { plainSection } from './plain.ts';
import { plainOnFacts } from './plainOnFacts.ts';
import { type ReaderSettings, readLines } from './reading.ts';
import { objectsIn, reading } from './readings.ts';
import { scriptLines } from './replay.ts';
import { rewriteLines } from './rewrite.ts';
import { readSpec, type Spec } from './spec.ts';
import { type CompletionRequest, textsOf } from './wire.ts';

interface WriterSettings extends ReaderSettings {
  writer: 'scripts' | 'plain';
  budgetError: number;
  badHabits: boolean;
  sayings: string[];
  /** Share of lines based on a fact that are spoilt. */
  plants: number;
  /** 1 for the first request of this kind for this section, then 2, ... */
  attempt: number;
}

interface Answer {
  content: string;
  /** Whether the content is sent in the `refusal` field. */
  refused: boolean;
  finish: 'stop' | 'length' | 'content_filter';
  tellings?: Telling[];
}

/** Only a cold open has a title, which stands first. */
interface Script {
  title?: string;
  lines: Line[];
}
type Written = Script & { tellings: Telling[] };

const textAnswer = (content: string): Answer => ({ content, refused: false, finish: 'stop' });

/** The same request with the same settings gets the same answer. */
export function answer(request: CompletionRequest, settings: WriterSettings): Answer {
  const call = request.response_format?.json_schema?.name;
  const messages = textsOf(request, 'user');
  if (call === 'facts') return textAnswer(JSON.stringify(findFacts(objectsIn(messages))));
  if (call === 'reading') return linesRead(messages, settings);
  if (call === 'rewrite') return textAnswer(JSON.stringify(rewriteLines(objectsIn(messages))));
  const read = reading(call ?? '', messages);
  const spec = readSpec(messages);
  if (read) return textAnswer(JSON.stringify(call === 'edit' ? edited(read, spec) : read));
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
  const write = WRITERS[call ?? ''];
  if (!write) return textAnswer('I am a stand-in and only answer what I know.');
  const { tellings, ...script } = write(spec, seed, settings);
  const lines = spec.facts.length ? script.lines.map(based) : script.lines;
  const written = settings.badHabits
    ? spoil(request, settings, { spec, script, attemptSeed })
    : textAnswer(JSON.stringify({ ...script, lines }));
  return { ...written, tellings };
}

const WRITERS: Record<string, (spec: Spec, seed: string, settings: WriterSettings) => Written> = {
  opening: coldOpen,
  section,
};

function linesRead(messages: string[], settings: WriterSettings): Answer {
  if (settings.reader === 'garbage') return textAnswer('All of these lines look fine to me!');
  if (settings.reader === 'refuses') return { ...textAnswer(SORRY), refused: true };
  return textAnswer(JSON.stringify(readLines(objectsIn(messages), settings)));
}

/** What a line rests on must come before what it says. */
const based = ({ speaker, text, ...more }: { speaker: string; text: string }) => {
  return { speaker, basis: 'none', facts: [], sum: '', ...more, text };
};

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
        : JSON.stringify({
            lines: [
              { speaker: 'A', text: SORRY },
              { speaker: 'B', text: "If you'd like, choose another subject." },
            ],
          }),
    ),
  ];
  return pick(ways, `${attemptSeed} way`) ?? textAnswer(SORRY);
}

function spoil(
  request: CompletionRequest,
  settings: WriterSettings,
  { spec, script, attemptSeed }: { spec: Spec; script: Script; attemptSeed: string },
): Answer {
  const draw = chance(`${attemptSeed} delivery`)();
  const json = (lines: object[]) => JSON.stringify({ ...script, lines });
  if (settings.attempt === 1 && draw < 1 / 12) return textAnswer(json([]));
  const spoilt = misbehave(script.lines, spec.hosts, attemptSeed);
  const isInjected = /\b(?:system prompt|previous instructions)\b/i.test(spec.topic);
  const all = [
    ...(isInjected ? leakPrompt(textsOf(request, 'system').join('\n')) : []),
    ...spoilt.lines,
  ].map((line) => (spec.facts.length ? based(line) : line));
  const content = spoilt.prose ? inProse(json(all)) : json(all);
  if (draw > 11 / 12) return { content: json(all).slice(0, -2), refused: false, finish: 'length' };
  return draw > 10 / 12 ? textAnswer(json(all).slice(0, -1)) : textAnswer(content);
}

/** Real models refuse without reason at times: here one request in eight, at its first attempt. */
function refuses(topic: string, seed: string, { attempt }: WriterSettings): boolean {
  return /\brefuse\b/i.test(topic) || (attempt === 1 && chance(`${seed} refusal`)() < 1 / 8);
}

function section(spec: Spec, seed: string, settings: WriterSettings): Written {
  const index = spec.section?.index ?? 0;
  const { attempt, plants } = settings;
  const draw = chance(`${seed} ${index} ${attempt} ${spec.words} budget`)();
  const words = Math.round(spec.words * (1 + settings.budgetError * (2 * draw - 1)));
  const choice = settings.writer === 'scripts' ? choose(spec, seed) : null;
  if (spec.facts.length) {
    const options = { seed, attempt, plants, words };
    return choice ? demoOnFacts(choice, spec, options) : plainOnFacts(spec, options);
  }
  const lines = choice ? scriptLines(choice, spec, words) : plainSection(spec, seed, words);
  const { sayings } = settings;
  // There may be more sayings than a section has lines.
  const said = lines.map(({ text, ...line }, at) => {
    return { ...line, text: `${text} ${sayings[(at + 5 * index) % sayings.length] ?? ''}`.trim() };
  });
  return { lines: said, tellings: [] };
}
