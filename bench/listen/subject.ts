import type { StoredEpisode } from './episode.ts';
import { contentWords } from './words.ts';

type Asked = Pick<StoredEpisode, 'topic' | 'brief' | 'outline' | 'title' | 'summary'>;

export function typedWords({ topic, brief }: Pick<Asked, 'topic' | 'brief'>): Set<string> {
  const texts = [topic.topic, ...(brief?.questions ?? []).map(({ text }) => text)];
  return new Set(texts.flatMap(contentWords));
}

/** Adds the stems of the title, the summary, and the sections' titles and goals. */
export function subjectWords(asked: Asked): Set<string> {
  const { title, summary, outline } = asked;
  const sections = outline?.sections.flatMap((section) => [section.title, section.goal]) ?? [];
  const texts = [title ?? '', summary ?? '', ...sections];
  return typedWords(asked).union(new Set(texts.flatMap(contentWords)));
}

export function shareWith(words: Set<string>, texts: string[]): number {
  return (
    texts.filter((text) => contentWords(text).some((word) => words.has(word))).length / texts.length
  );
}
