import { chance } from './dialogue/chance.ts';

export interface Line {
  speaker: 'A' | 'B';
  text: string;
}

/*
 * How real models misbehave. Nothing of what is added here should ever be heard; what was there
 * before should be.
 */
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
/** The longest line a badly behaved model writes, in characters. */
const LONG = 900;

/** A well written section as a badly mannered model would deliver it. */
export function misbehave(
  lines: Line[],
  hosts: Record<'A' | 'B', string>,
  seed: string,
): { lines: { speaker: string; text: string }[]; prose: boolean } {
  const next = chance(`${seed} manners`);
  const said = next() < 0.5 ? stretch(lines) : lines;
  const spoilt = said.flatMap(({ speaker, text }) => {
    const habit = next() < 0.4 ? habits[Math.floor(next() * habits.length)] : undefined;
    const line = {
      speaker: next() < 0.05 ? 'C' : speaker,
      text: habit?.(text, { me: hosts[speaker] }) ?? text,
    };
    return next() < 0.05 ? [line, line] : [line];
  });
  return { lines: [{ speaker: 'A', text: GREETING }, ...spoilt], prose: next() < 0.5 };
}

/** Gives one host a monologue of everything that both would have said. */
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

/** Puts chatter around the JSON that was asked for. */
export function inProse(json: string): string {
  return `Sure, here's the next section:\n\n\`\`\`json\n${json}\n\`\`\`\n\nLet me know if you'd like changes!`;
}
