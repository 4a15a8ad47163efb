import type { Voice } from './voices.ts';

const groups = {
  low: 'deep resonant rich serious firm authoritative mature steady composed',
  rough: 'husky raspy gravelly gruff rough weathered aged velvety',
  quiet: 'calm soft gentle tender intimate meditative measured late-night reassuring comforting',
  bright:
    'bright upbeat playful excited energetic lively sweet light childlike expressive emotional brisk',
  bold: 'loud bold intense strong direct theatrical sly confident',
  easy: 'casual friendly relaxed natural charming laid-back easy-going pleasant balanced smooth warm',
  clear: 'crisp clear articulate polished professional',
};
const groupOf = new Map(
  Object.entries(groups).flatMap(([group, tags]) =>
    tags.split(' ').map((tag) => [tag, group] as const),
  ),
);

const firstName = (name: string) => name.trim().toLowerCase().split(/\s+/)[0];

/** Hosts call each other by first name: listeners could not tell namesakes apart. */
export const areNamesakes = (one: Pick<Voice, 'name'>, other: Pick<Voice, 'name'>) =>
  firstName(one.name) === firstName(other.name);

/**
 * True for namesakes, and for voices of the same gender and accent (a region counts as its country)
 * that share a group of tags. A voice without tags is similar to any of its gender and accent.
 */
export function areVoicesSimilar(one: Voice, other: Voice): boolean {
  if (areNamesakes(one, other)) return true;
  if (one.gender !== other.gender || country(one) !== country(other)) return false;
  if (!one.tags.length || !other.tags.length) return true;
  const others = groupsOf(other);
  return [...groupsOf(one)].some((group) => others.has(group));
}

const country = ({ accent }: Voice) => accent.toLowerCase().split(' ').at(-1);

const groupsOf = ({ tags }: Voice) =>
  new Set(tags.flatMap((tag) => groupOf.get(tag.toLowerCase()) ?? []));
