import type { Voice } from '#shared/voices.ts';

/** An empty list matches every voice. */
export interface VoiceSearch {
  text: string;
  genders: readonly string[];
  accents: readonly string[];
  tags: readonly string[];
}

export const EVERY_VOICE: VoiceSearch = { text: '', genders: [], accents: [], tags: [] };

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export function findVoices(voices: readonly Voice[], search: VoiceSearch): Voice[] {
  const words = plain(search.text).split(/\s+/).filter(Boolean);
  return voices.filter(
    (voice) =>
      matchesAny(search.genders, [voice.gender]) &&
      matchesAny(search.accents, [voice.accent]) &&
      matchesAny(search.tags, voice.tags) &&
      hasWords(voice, words),
  );
}

function hasWords(voice: Voice, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const about = plain(
    [voice.name, voice.gender, voice.accent, voice.description, ...voice.tags].join(' '),
  );
  return words.every((word) => hasWord(about, word));
}

/** Matches only at the start of a word: "male" must not find every female voice. */
function hasWord(about: string, word: string): boolean {
  return about.startsWith(word) || about.includes(` ${word}`) || about.includes(`-${word}`);
}

const matchesAny = (wanted: readonly string[], has: readonly string[]) =>
  wanted.length === 0 || has.some((value) => wanted.includes(value));

export function commonest(values: readonly string[], limit = Number.POSITIVE_INFINITY): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // Not localeCompare, whose rules take a phone 20 ms to load; these are English words.
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value]) => value);
}

export function inTwoWords(voice: Voice): string {
  const [tag] = voice.tags;
  return tag ? `${capital(tag)}, ${voice.accent}` : voice.accent;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
