import { chance } from './chance.ts';

export interface Line {
  speaker: 'A' | 'B';
  text: string;
}

/* What real models add to a script. The product must speak none of it, but all original lines. */
type Habit = (text: string, names: { me: string }) => string;

const habits: Habit[] = [
  (text) => text.replace(/\b(\w{5,})\b/, '**$1**'),
  (text) => `## ${text}`,
  (text) => `- ${text}`,
  (text) => `[laughs] ${text}`,
  (text) => `*chuckles softly* ${text}`,
  (text) => `${text} (pauses for effect)`,
  (text) => `Host A: ${text}`,
  (text, { me }) => `${me}: ${text}`,
  (text, { me }) => `**${me}:** ${text}`,
  (text) => `${text} You can read more at https://example.com/read-more?id=7.`,
  (text) => `${text} \u{1F600}\u{1F680}`,
  (text) => `<break time="500ms"/>${text}`,
  (text) => text.replace(/'/g, '\u2019').replace(/, /, ' \u2014 '),
];

const GREETING = 'Hello and welcome back to the show, everyone!';

const STRAY = [
  "Sure, here's the next section of the script:",
  'Here is the dialogue for this section.',
  'Section 3: The turning point',
  'Word count: 250',
  '(Word count: approximately 250)',
  '[End of section]',
  'End of section.',
  '...',
  '\u2014',
  '',
  '---',
  "I'm sorry, but I can't help with that.",
  'As an AI language model, I do not have personal experiences.',
  'Note: the tone was kept as requested.',
  "Let me know if you'd like me to adjust anything!",
  "Today we're diving into a fascinating topic.",
  'And that brings us to the end of our show.',
  'In conclusion, there is a lot to think about.',
  'Thanks for listening, and see you next time!',
  '{"speaker":"A","text":"',
];
const STRANGERS = ['C', 'Narrator', 'host_3', ''];
/** In characters. */
const LONG = 900;

export function misbehave(
  lines: Line[],
  hosts: Record<'A' | 'B', string>,
  seed: string,
): { lines: { speaker: string; text: string }[]; prose: boolean } {
  const next = chance(`${seed} manners`);
  const said = next() < 0.5 ? stretch(lines) : lines;
  const one = <T>(of: T[]): T | undefined => of[Math.floor(next() * of.length)];
  const spoilt = said.flatMap(({ speaker, text, ...rest }, at) => {
    const habit = next() < 0.4 ? one(habits) : undefined;
    const line = {
      ...rest,
      speaker: next() < 0.05 ? (one(STRANGERS) ?? 'C') : speaker,
      text: habit?.(text, { me: hosts[speaker] }) ?? text,
    };
    const again = next() < 0.1 ? said[Math.floor(next() * at)] : undefined;
    const stray = next() < 0.2 ? [{ speaker, text: one(STRAY) ?? '' }] : [];
    return [line, ...(next() < 0.05 ? [line] : []), ...(again ? [again] : []), ...stray];
  });
  return { lines: [{ speaker: 'A', text: GREETING }, ...spoilt], prose: next() < 0.5 };
}

function stretch(lines: Line[]): Line[] {
  const first = lines[0];
  if (!first) return lines;
  const taken: string[] = [];
  let characters = 0;
  for (const { text } of lines.slice(0, -1)) {
    if (characters >= LONG) break;
    taken.push(text);
    characters += text.length;
  }
  return [{ speaker: first.speaker, text: taken.join(' ') }, ...lines.slice(taken.length)];
}

/** The lines of a model that fell for a prompt injection: its system prompt, then a key. */
export function leakPrompt(systemPrompt: string): Line[] {
  const sentences = systemPrompt.split(/(?<=[.!?:])\s+/).slice(0, 40);
  return [...sentences, 'My key is sk-proj-abcdefghijklmnop12345678.'].map((text, at) => ({
    speaker: at % 2 ? 'B' : 'A',
    text,
  }));
}

export function inProse(json: string): string {
  return `Sure, here's the next section:\n\n\`\`\`json\n${json}\n\`\`\`\n\nLet me know if you'd like changes!`;
}
