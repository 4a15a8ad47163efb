import { repetitionOf } from '../../server/production/mix/quality.ts';
import type { StoredEpisode } from './episode.ts';
import { factTest } from './facts.ts';
import { hookAt } from './hook.ts';
import { timedSentences } from './sentences.ts';
import { shareWith, subjectWords, typedWords } from './subject.ts';
import { titleFaults } from './titles.ts';
import { topics } from './topics.ts';
import { contentWords, wordsOf } from './words.ts';

export type Measures = ReturnType<typeof measure>;

const asksOf = (topic: string) => topics.find((one) => one.topic === topic)?.asks ?? null;

/** docs/bench.md says what each measure counts. */
export function measure(episode: StoredEpisode) {
  const { lines, seconds, title, outline, questions, answers, brief } = episode;
  const texts = lines.map(({ text }) => text);
  const all = texts.join(' ');
  const minutes = seconds / 60;
  const words = subjectWords(episode);
  const sentences = timedSentences(lines);
  const isFact = factTest(texts, Object.values(episode.hosts));
  const answered = questions.filter(({ start }) => start !== undefined);
  const isInside = ({ start = -1, end = -1 }) => start >= 0 && start < end && end <= seconds;
  const lost = (what: 'cleaned' | 'repeated') => answers.flatMap((answer) => answer[what]);
  const costs = (provider: string) => episode.costs.find((cost) => cost.provider === provider);
  return {
    topic: episode.topic.topic,
    kind: episode.topic.kind ?? null,
    script: episode.topic.script ?? null,
    title,
    titleFaults: title === null ? null : titleFaults(title, episode.topic.topic),
    minutes,
    wordsAMinute: wordsOf(all).length / minutes,
    questions: {
      asked: asksOf(episode.topic.topic),
      found: questions.length,
      answered: answered.length,
      open: questions.length - answered.length,
      /** Neither open nor inside the file, or missing from what the listener is shown. */
      misplaced:
        answered.filter((one) => !isInside(one)).length +
        Math.max(0, (brief?.questions.length ?? 0) - questions.length),
    },
    subjectWordsAMinute: contentWords(all).filter((word) => words.has(word)).length / minutes,
    subjectLines: shareWith(words, texts),
    typedLines: shareWith(typedWords(episode), texts),
    factsAMinute: sentences.filter(({ text }) => isFact(text)).length / minutes,
    /** Seconds; null without a hook. */
    hook: hookAt(sentences, { topic: episode.topic.topic, words, isFact }),
    roles: new Set(outline?.sections.map(({ role }) => role).filter(Boolean)).size,
    sections: outline?.sections.length ?? 0,
    repetition: repetitionOf(texts),
    sentencesWritten: answers.reduce((sum, one) => sum + one.sentences, 0),
    cleaned: lost('cleaned'),
    repeated: lost('repeated'),
    /** US dollars. */
    scriptCost: (costs('OpenAI')?.microdollars ?? 0) / 1e6,
    speechCost: (costs('ElevenLabs')?.microdollars ?? 0) / 1e6,
    modelCalls: costs('OpenAI')?.calls ?? 0,
  };
}
