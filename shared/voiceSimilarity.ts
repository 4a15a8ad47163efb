import type { Voice } from './voices.ts';

/** Words for a voice that come to the same thing in the ear. */
const registers = {
  low: 'deep resonant rich serious firm authoritative mature steady composed',
  rough: 'husky raspy gravelly gruff rough weathered aged velvety',
  quiet: 'calm soft gentle tender intimate meditative measured late-night reassuring comforting',
  bright:
    'bright upbeat playful excited energetic lively sweet light childlike expressive emotional brisk',
  bold: 'loud bold intense strong direct theatrical sly confident',
  easy: 'casual friendly relaxed natural charming laid-back easy-going pleasant balanced smooth warm',
  clear: 'crisp clear articulate polished professional',
};
const registerOf = new Map(
  Object.entries(registers).flatMap(([register, words]) =>
    words.split(' ').map((word) => [word, register] as const),
  ),
);

/**
 * True when a listener would struggle to tell the two apart: the same gender, the same accent
 * (a region counts as its country) and a manner in common. A voice nobody described is taken to
 * sound like any other of its gender and accent.
 */
export function soundAlike(one: Voice, other: Voice): boolean {
  if (one.gender !== other.gender || country(one) !== country(other)) return false;
  if (!one.tags.length || !other.tags.length) return true;
  const others = mannerOf(other);
  return [...mannerOf(one)].some((word) => others.has(word));
}

const country = ({ accent }: Voice) => accent.toLowerCase().split(' ').at(-1);

const mannerOf = ({ tags }: Voice) =>
  new Set(tags.flatMap((tag) => registerOf.get(tag.toLowerCase()) ?? []));
