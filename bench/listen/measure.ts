import { repetitionOf } from '../../server/production/mix/quality.ts';
import { spokenForm } from '../../server/sound/speech/spokenForm.ts';
import { greets } from '../../server/writing/script/cleanLines.ts';
import { sentencesOf } from '../../server/writing/script/repetition.ts';
import type { StoredEpisode, TimedLine } from './episode.ts';
import { titleFaults } from './titles.ts';
import { contentWords, wordsOf } from './words.ts';

export type Measures = ReturnType<typeof measure>;

/** docs/bench.md says what each measure counts. */
export function measure(episode: StoredEpisode) {
  const { lines, seconds, title, questions, answers, brief } = episode;
  const { topic, kind, script = null } = episode.topic;
  const texts = lines.map(({ text }) => text);
  const words = subjectWords(episode);
  const sentences = timedSentences(lines);
  const isFact = factTest(texts, Object.values(episode.hosts));
  const answered = questions.filter(({ start }) => start !== undefined);
  const isInside = ({ start = -1, end = -1 }) => start >= 0 && start < end && end <= seconds;
  return {
    topic,
    kind,
    script,
    title,
    titleFaults: titleFaults(title, topic),
    minutes: seconds / 60,
    questions: {
      found: questions.length,
      answered: answered.length,
      /** Neither open nor inside the file, or missing from what the listener is shown. */
      misplaced:
        answered.filter((one) => !isInside(one)).length +
        Math.max(0, (brief?.questions.length ?? 0) - questions.length),
    },
    subjectLines: shareWith(words, texts),
    factsAMinute: sentences.filter(({ text }) => isFact(text)).length / (seconds / 60),
    /** Seconds; null without a hook. */
    hook: hookAt(sentences, { topic, words, isFact }),
    repetition: repetitionOf(texts),
    sentencesWritten: answers.reduce((sum, one) => sum + one.sentences, 0),
    cleaned: answers.flatMap(({ cleaned }) => cleaned),
    /** US dollars. */
    scriptCost:
      (episode.costs.find(({ provider }) => provider === 'OpenAI')?.microdollars ?? 0) / 1e6,
  };
}

/** The stems of what was typed, the title, the summary, and the sections' titles and goals. */
function subjectWords({ topic, brief, title, summary, outline }: StoredEpisode): Set<string> {
  const questions = brief?.questions.map(({ text }) => text) ?? [];
  const sections = outline.sections.flatMap((section) => [section.title, section.goal]);
  const texts = [topic.topic, ...questions, title, summary, ...sections];
  return new Set(texts.flatMap(contentWords));
}

function shareWith(words: Set<string>, texts: string[]): number {
  return (
    texts.filter((text) => contentWords(text).some((word) => words.has(word))).length / texts.length
  );
}

interface TimedSentence {
  text: string;
  /** Seconds, estimated from the sentence's place among the characters of its line. */
  start: number;
}

export function timedSentences(lines: TimedLine[]): TimedSentence[] {
  return lines.flatMap(({ text, start, end }) => {
    let at = 0;
    return sentencesOf(text).map((sentence) => {
      const before = at / Math.max(1, text.length);
      at += sentence.length + 1;
      return { text: sentence, start: start + before * (end - start) };
    });
  });
}

/** A listener has to be told something within this time, s. */
export const HOOK = 15;

const SELF = /^(?:and )?(?:i'm|i am|my name is|this is|with me is|here with me is)\b/i;
const SHOW = /\b(?:demo|studio|episode|podcast|subjects?|typed in)\b/i;

interface Subject {
  topic: string;
  words: Set<string>;
  isFact(sentence: string): boolean;
}

/**
 * When the first sentence begins that tells something, seconds; null if there is none. It says more
 * than what was typed, and is no greeting, introduction or word about the show.
 */
export function hookAt(
  sentences: TimedSentence[],
  { topic, words, isFact }: Subject,
): number | null {
  const inWords = (text: string) => ` ${wordsOf(spokenForm(text)).join(' ')} `;
  const typed = inWords(topic);
  const hook = sentences.find(
    ({ text }) =>
      ![SELF, SHOW].some((other) => other.test(text)) &&
      !greets(text) &&
      !typed.includes(inWords(text)) &&
      (isFact(text) || contentWords(text).some((word) => words.has(word))),
  );
  return hook?.start ?? null;
}

/** "One" and "two" are said about everything, so they are no figures. */
const FIGURE =
  /\d|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|per cent|percent)\b/i;
const NAME = /(?<=[\p{L},;:]["']? )["']?(\p{Lu}\p{Ll}[\p{L}'’-]+)/gu;
const NO_NAMES = new Set(['Okay', 'Yes', 'No', 'Well', 'God', 'Hello']);

/**
 * Returns a test for sentences with something one could look up, true or not: a number from three
 * up or a proper name, in no question. At the start of a sentence a capital is a name only if the
 * same word has one inside another sentence.
 */
export function factTest(texts: string[], hosts: string[]): (sentence: string) => boolean {
  const ours = new Set([...hosts.flatMap((host) => host.split(' ')), 'Duologue']);
  const isName = (word: string) => !ours.has(word) && !NO_NAMES.has(word);
  const inside = (text: string) =>
    Array.from(text.matchAll(NAME), ([, word = '']) => word.replace(/['’]s?$/, '')).filter(isName);
  const known = new Set(texts.flatMap(inside));
  return (sentence) => {
    if (/\?["')]*$/.test(sentence)) return false;
    const [first = ''] = /^\p{Lu}\p{Ll}[\p{L}-]+/u.exec(sentence) ?? [];
    return FIGURE.test(sentence) || inside(sentence).length > 0 || known.has(first);
  };
}

/** Sentences with no more words than this may be said in any episode. */
const SHORT = 3;
const ANNOUNCED = /\bcomes round again\b|\byou've heard (?:this|all)\b/i;

export function longSentences(texts: string[]): string[] {
  return texts
    .flatMap(sentencesOf)
    .map(wordsOf)
    .filter((words) => words.length > SHORT)
    .map((words) => words.join(' '));
}

/** The larger share of one episode's long sentences that the other has too, 0 to 1. */
export function sharedBy(one: string[], other: string[]): number {
  const share = (from: string[], known: Set<string>) =>
    from.length ? from.filter((sentence) => known.has(sentence)).length / from.length : 0;
  return Math.max(share(one, new Set(other)), share(other, new Set(one)));
}

/**
 * What each two episodes of an account share, but for those whose later one tells the listener that
 * they have heard it before.
 */
export function sharedSentencesOf(episodes: StoredEpisode[]): number[] {
  const known = episodes.map(({ topic, lines }) => {
    const texts = lines.map(({ text }) => text);
    const isAnnounced = texts.some((text) => ANNOUNCED.test(text));
    return { account: topic.account, sentences: longSentences(texts), isAnnounced };
  });
  return known.flatMap((one, index) =>
    known
      .slice(index + 1)
      .filter(({ account, isAnnounced }) => account === one.account && !isAnnounced)
      .map((other) => sharedBy(one.sentences, other.sentences)),
  );
}
