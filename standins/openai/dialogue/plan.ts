import { pick, shuffled } from '../chance.ts';
import { type Angle, angles, closingAngle, styleOf } from './bank.ts';
import { fillText } from './fill.ts';
import { readTopic, upperFirst } from './topic.ts';

export interface Outline {
  title: string;
  summary: string;
  sections: { title: string; goal: string; weight: number }[];
}

const TITLES: Record<string, string[]> = {
  conversation: [
    'Thinking out loud about {thing}',
    'Two voices on {thing}',
    'A long look at {thing}',
  ],
  interview: ['Ten questions about {thing}', 'Asking about {thing}', 'In the chair: {thing}'],
  debate: ['The case of {thing}', 'Arguing about {thing}', '{thing}: for and against'],
  explain: [
    '{thing}, in plain words',
    '{thing} for the rest of us',
    'The kitchen guide to {thing}',
  ],
};

/**
 * The angles between opening and closing, `count` sections in all, in the order a talk would take
 * them. Always the same for the same episode: the calls that write sections find them again.
 */
export function anglesFor(seed: string, count: number): Angle[] {
  const wanted = Math.max(0, count - 2);
  const chosen = new Set(shuffled(angles, `${seed} angles`).slice(0, wanted));
  return angles.filter((angle) => chosen.has(angle));
}

/** The plan of an episode. Titles stay under 80 characters. */
export function outlineFor(
  brief: { seed: string; topic: string; tone: string; style: string; sections: number },
  hosts: { A: string; B: string },
): Outline {
  const topic = readTopic(brief.topic);
  const filling = { topic, hosts, section: '' };
  const say = (text: string) => upperFirst(fillText(text, 'A', filling)).slice(0, 80);
  const style = brief.style.toLowerCase().split(' ')[0] ?? '';
  const own = styleOf(brief.style, brief.seed);
  const titles = own.titles.length ? own.titles : (TITLES[style] ?? TITLES.conversation ?? []);
  const middle = anglesFor(brief.seed, brief.sections);
  return {
    title: say(pick(titles, `${brief.seed} title`) ?? '{thing}'),
    summary: upperFirst(
      `${hosts.A} and ${hosts.B} ${own.first ? 'tell a story about' : 'think their way through'} ${topic.full}: what we notice, what we get wrong, and which questions are worth taking home.`,
    ),
    sections: [
      {
        title: own.first ?? 'Where the question comes in',
        goal: 'Greet the listener, name the subject and make them want to hear more.',
        weight: 1,
      },
      ...middle.map((angle) => ({ title: say(angle.title), goal: say(angle.goal), weight: 1 })),
      { title: say(closingAngle.title), goal: closingAngle.goal, weight: 0.5 },
    ],
  };
}
