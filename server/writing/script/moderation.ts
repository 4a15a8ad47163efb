/**
 * Our verdict, from the scores of OpenAI's moderation. Its own `flagged` is too strict: it flags
 * true crime, wars and boxing (a fitness product scored 0.855 for violence, antiwork/gumroad pull
 * request 5494), which are ordinary subjects of podcasts.
 */
export type Verdict = 'allowed' | 'borderline' | 'refused';

interface Bar {
  /** From this score on a person decides. */
  ask: number;
  refuse: number;
  /** OpenAI's own flag refuses this category at any score. */
  isHard?: true;
}

/** Never acceptable. */
const hard: Bar = { ask: 0.3, refuse: 0.5, isHard: true };
/** A legitimate subject, unless the text is nothing else. */
const subject: Bar = { ask: 0.9, refuse: 0.98 };
/** Close to real harm: a lower score decides. */
const close: Bar = { ask: 0.8, refuse: 0.95 };

/** Categories of omni-moderation-latest (platform.openai.com/docs/guides/moderation). */
const BARS: Record<string, Bar> = {
  'sexual/minors': { ...hard, ask: 0.2 },
  'self-harm/instructions': hard,
  'self-harm/intent': hard,
  'illicit/violent': hard,
  'hate/threatening': hard,
  // The drug trade is a subject, making drugs is not.
  illicit: close,
  // The history of racism, and what was said in it, is a subject.
  hate: close,
  'harassment/threatening': close,
  sexual: close,
  // Satire and quarrels are subjects.
  harassment: subject,
  // Preventing suicide is a subject; intent and instructions have rows of their own.
  'self-harm': subject,
  // Crimes, wars and fights are subjects; only the bloodiest text goes to a person.
  violence: { ask: 0.97, refuse: 0.995 },
  'violence/graphic': subject,
};
/** For categories that are newer than this table. */
const unknown: Bar = { ask: 0.8, refuse: 0.98 };

/** Compatible servers may send no scores. */
interface Scored {
  flagged: boolean;
  categories?: Record<string, boolean> | undefined;
  category_scores?: Record<string, number> | undefined;
}

/** `because` holds the scores behind the verdict; never any of the text. */
export function verdictOf({ flagged, categories, category_scores: scores }: Scored): {
  verdict: Verdict;
  because: Record<string, number>;
} {
  if (!scores) return { verdict: flagged ? 'refused' : 'allowed', because: {} };
  const over = (test: (bar: Bar, score: number, category: string) => boolean) =>
    Object.entries(scores).filter(([name, score]) => test(BARS[name] ?? unknown, score, name));
  const refused = over(
    (bar, score, name) =>
      score >= bar.refuse || (bar.isHard === true && categories?.[name] === true),
  );
  if (refused.length) return { verdict: 'refused', because: Object.fromEntries(refused) };
  const asked = over((bar, score) => score >= bar.ask);
  return { verdict: asked.length ? 'borderline' : 'allowed', because: Object.fromEntries(asked) };
}
