// Writes what the model is asked, for every style and tone, to docs/prompts/: for a reviewer to read.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STYLES, type Style, TONES } from '#shared/tonesAndStyles.ts';
import { RULES_OF_FACTS } from '../server/writing/prompts/factPrompts.ts';
import {
  editQuestion,
  planQuestion,
  sectionQuestion,
  systemPrompt,
} from '../server/writing/prompts/prompts.ts';
import type { Question } from '../server/writing/prompts/question.ts';
import type { Fact, ScriptSpec } from '../server/writing/script/scriptWriter.ts';
import { factsQuestion } from '../server/writing/writer/facts.ts';
import { openingQuestion } from '../server/writing/writer/opening.ts';
import { readingQuestion } from '../server/writing/writer/readLines.ts';
import { rewriteQuestion } from '../server/writing/writer/rewrite.ts';

const outline = {
  title: 'The hum in the armchair',
  summary: 'What a purr is made of, whom it is for, and why nobody has heard the end of it.',
  sections: [
    { title: 'A motor with fur', goal: 'Raise the question with one cat on one lap.', weight: 1 },
    {
      title: 'Where it is made',
      goal: 'Take the sound to its source and find a quarrel.',
      weight: 1,
    },
    { title: 'The last hum', goal: 'Say what has changed and leave one question.', weight: 0.4 },
  ],
};
const said = [
  { speaker: 'A' as const, text: 'There is a cat on this lap, and it has started its engine.' },
  { speaker: 'B' as const, text: 'And you would like to know what it runs on.' },
];
const voiceTraits: NonNullable<ScriptSpec['voiceTraits']> = {
  A: { gender: 'Female', accent: 'American', tags: ['Calm', 'Gentle', 'Narrative'] },
  B: { gender: 'Male', accent: 'American', tags: ['Deep', 'Firm', 'Narrative'] },
};
const PLACES = ['opening', 'middle', 'closing'] as const;

const fact: Fact = {
  number: 1,
  text: 'A purr lies between twenty-five and a hundred and fifty hertz.',
  quote: 'Purring ranges from 25 to 150 Hz',
  paragraph:
    'Cats purr in and out. Purring ranges from 25 to 150 Hz. Nobody agrees on what it is for.',
  source: 1,
  from: 'Purr, Openpedia, 2025-02-01',
  strength: 'says',
};

/** By file name: one page for each style, and one each on cold open, facts and refused lines. */
export function promptPages(): Map<string, string> {
  return new Map([
    ...STYLES.map(
      (style) => [`${style.toLowerCase().replaceAll(' ', '-')}.md`, page(style)] as const,
    ),
    ['opening.md', pageOfOpening()] as const,
    ['facts.md', pageOfFacts()] as const,
    ['rewrite.md', pageOfRewrite()] as const,
  ]);
}

function pageOfOpening(): string {
  const spec = specOf('Conversation', 'Normal');
  const none = { title: null, lines: [], words: 0 };
  const begun = { title: outline.title, lines: said, words: 22 };
  const opening = {
    title: outline.title,
    lines: said.map(({ speaker, text }) => `${speaker}: ${text}`),
  };
  const after = {
    ...spec,
    outline,
    section: 0,
    words: 250,
    place: 'opening' as const,
    soFar: said,
  };
  return titled('The cold open', [
    ...STYLES.map((style): [string, string] => [
      style,
      messages(openingQuestion(specOf(style, 'Normal'), none)),
    ]),
    ['With facts', messages(openingQuestion({ ...spec, facts: [fact] }, none))],
    ['The rest of one that was cut', messages(openingQuestion(spec, begun))],
    ['Outline after it', messages(planQuestion({ ...spec, opening }))],
    ['Edit after it', messages(editQuestion({ ...spec, opening }, outline))],
    ['The first section after it', messages(sectionQuestion(after, 250, said))],
  ]);
}

function pageOfFacts(): string {
  const spec = { ...specOf('Conversation', 'Normal'), facts: [fact] };
  const source = { title: 'Purr', site: 'Openpedia', published: '2025-02-01', text: 'Purring …' };
  const line = { speaker: 'B' as const, text: 'Up to 200 hertz.', basis: 'fact' as const };
  const reading = {
    place: 'middle' as const,
    lines: [{ ...line, facts: [1], marks: ['200 hertz'] }],
    before: [{ speaker: 'A' as const, text: 'How high does it get?' }],
    earlier: ['Raise the question with one cat on one lap.'],
    facts: [1],
    shown: [],
  };
  const asked = { ...spec, outline, words: 250, soFar: said };
  const middle = { ...asked, section: 1, place: 'middle' as const, use: [1], used: [] };
  const closing = { ...asked, section: 2, place: 'closing' as const };
  const find = factsQuestion(spec, source);
  const read = readingQuestion(spec, reading);
  const why = { unsupported: ['200 hertz'] };
  const unread = { before: reading.before, lines: [{ ...line, facts: [1] }], refused: [0], why };
  const chapters: [string, string][] = [
    ['The facts of a source', `${quoted(find.system ?? '')}\n\n${messages(find)}`],
    ['The end of the system prompt, with facts', quoted(RULES_OF_FACTS.trim())],
    ['Outline', messages(planQuestion(spec))],
    ['Section', messages(sectionQuestion(middle, 250, said))],
    ['The last section', messages(sectionQuestion(closing, 60, said))],
    ['The reader', `${quoted(read.system ?? '')}\n\n${messages(read)}`],
    ['A marked line that nobody has read', messages(rewriteQuestion(spec, unread))],
  ];
  return titled('Facts', chapters);
}

/** The system prompt is the episode's. */
function pageOfRewrite(): string {
  const spec = specOf('Conversation', 'Normal');
  const question = rewriteQuestion(spec, {
    before: said.slice(0, 1),
    lines: said.slice(1),
    refused: [0],
    why: 'filter',
  });
  return titled('Refused lines', [['Other words', messages(question)]]);
}

function titled(name: string, chapters: [title: string, body: string][]): string {
  const text = chapters.map(([title, body]) => `## ${title}\n\n${body}`).join('\n\n');
  return `# ${name}\n\nWritten by \`npm run prompts\`; a test fails when it is stale.\n\n${text}\n`;
}

function page(style: Style): string {
  return [
    `# ${style}`,
    'Written by `npm run prompts`; a test fails when it is stale. The system prompt is the same for all calls of an episode; of a section only the last message changes, the others grow at their end.',
    ...TONES.flatMap((tone) => {
      const spec = specOf(style, tone);
      return [
        `## ${style}, ${tone}`,
        '### System prompt',
        quoted(systemPrompt(spec)),
        '### Outline',
        messages(planQuestion(spec)),
        ...PLACES.flatMap((place, section) => [
          `### Section: ${place}`,
          messages(
            sectionQuestion(
              { ...spec, outline, section, words: 250, place, soFar: [] },
              250,
              place === 'opening' ? [] : said,
            ),
          ),
        ]),
      ];
    }),
  ]
    .join('\n\n')
    .concat('\n');
}

function specOf(style: string, tone: string): ScriptSpec {
  const topic = 'Why do cats purr?';
  const hosts = { hostA: 'Rachel', hostB: 'Adam' };
  return { episode: 'example', topic, tone, style, minutes: 10, ...hosts, voiceTraits };
}

const quoted = (text: string) => `\`\`\`text\n${text}\n\`\`\``;
const messages = ({ data }: Question) =>
  data.map((message) => `\`\`\`json\n${JSON.stringify(message, null, 2)}\n\`\`\``).join('\n\n');

if (process.argv[1] === import.meta.filename) {
  const folder = path.resolve(import.meta.dirname, '../docs/prompts');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of promptPages()) writeFileSync(path.join(folder, name), text);
  console.log(`docs/prompts: ${promptPages().size} pages`);
}
