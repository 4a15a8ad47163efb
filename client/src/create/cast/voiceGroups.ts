import type { Voice } from '#shared/voices.ts';

/** `title` is null for search results. */
export type VoiceGroup = { title: string | null; voices: readonly Voice[] };

/** A voice belongs to the first kind that has one of its tags. */
const KINDS: readonly [title: string, tags: readonly string[]][] = [
  ['Characters', ['character']],
  ['Deep', ['deep', 'resonant', 'rich']],
  ['Warm and friendly', ['warm', 'friendly', 'pleasant', 'comforting', 'tender']],
  ['Young', ['youthful', 'young']],
  ['Calm and soft', ['calm', 'soft', 'gentle', 'meditative', 'late-night', 'measured']],
  ['Lively', ['bright', 'upbeat', 'playful', 'excited', 'energetic', 'lively']],
  ['From the newsroom', ['news', 'authoritative']],
];
/** Characters are taken out first, but few look for one. */
const SHOWN_LAST = 'Characters';

const FEWEST = 3;
const MOST_PARTNERS = 6;

/** In order: `partners`, kinds with at least three voices, the rest of `voices` (A to Z). */
export function groupVoices(
  voices: readonly Voice[],
  other: Voice,
  partners: readonly Voice[],
): VoiceGroup[] {
  const left = new Set(voices);
  const take = (title: string, taken: readonly Voice[]): VoiceGroup => {
    for (const voice of taken) left.delete(voice);
    return { title, voices: taken };
  };
  const first = take(`Goes well with ${other.name}`, partners.slice(0, MOST_PARTNERS));
  const kinds = KINDS.flatMap(([title, tags]) => {
    const fitting = [...left].filter((voice) => hasOneOf(voice, tags));
    return fitting.length < FEWEST ? [] : [take(title, fitting)];
  });
  const isLast = ({ title }: VoiceGroup) => title === SHOWN_LAST;
  const inOrder = [first, ...kinds.filter((kind) => !isLast(kind)), ...kinds.filter(isLast)];
  const rest = { title: 'Everyone else, A to Z', voices: [...left] };
  return [...inOrder, rest].filter((group) => group.voices.length > 0);
}

const hasOneOf = (voice: Voice, tags: readonly string[]) =>
  voice.tags.some((tag) => tags.includes(tag.toLowerCase()));
