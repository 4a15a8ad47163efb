import type { StoredEpisode } from './episode.ts';
import { contentWords } from './words.ts';

type Asked = Pick<StoredEpisode, 'topic' | 'brief' | 'outline' | 'title' | 'summary'>;

/** The stems of what was typed, in the topic and in the questions of its brief. */
export function typedWords({ topic, brief }: Pick<Asked, 'topic' | 'brief'>): Set<string> {
  const texts = [topic.topic, ...(brief?.questions ?? []).map(({ text }) => text)];
  return new Set(texts.flatMap(contentWords));
}

/** Those, and the stems of the title, the summary, and the sections' titles and goals. */
export function subjectWords(asked: Asked): Set<string> {
  const { title, summary, outline } = asked;
  const sections = outline?.sections.flatMap((section) => [section.title, section.goal]) ?? [];
  const texts = [title ?? '', summary ?? '', ...sections];
  return typedWords(asked).union(new Set(texts.flatMap(contentWords)));
}

/** The share of lines that hold at least one of the words. NaN without lines. */
export function shareWith(words: Set<string>, texts: string[]): number {
  return (
    texts.filter((text) => contentWords(text).some((word) => words.has(word))).length / texts.length
  );
}
