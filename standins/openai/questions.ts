/*
 * Goes by marks and question words alone. A part is split off only where the rest asks something
 * too: "my neighbour, and why she sings" is one question.
 */

const UPRIGHT = `(?:why|how|what|wat|why's|how's|what's)`;
/** These also begin clauses that ask nothing: "the one who sings". */
const RELATIVE = `(?:who|whose|which|when|where)`;
const AUXILIARY = `(?:is|isn't|are|aren't|was|were|do|does|don't|did|can|can't|could|should|would|will|has|have)`;
const PRONOUN = `(?:i|you|u|he|she|it|we|they|there|that|this|these|those|one|anyone|anybody)`;
/** Languages that are often typed; in others, each question mark is one question. */
const FOREIGN = `(?:warum|wieso|wie|pourquoi|comment|por qué|cómo|perché|dlaczego|jak|por que|waarom|почему|зачем|как)`;

const flags = 'iu';
const ASKS = new RegExp(
  String.raw`[?？؟]|(?<!\p{L})(?:${UPRIGHT}|${FOREIGN}|vs\.?|versus)(?!\p{L})|^(?:${AUXILIARY}|${RELATIVE})\s|(?:^|\s)${RELATIVE}(?:'s|\s+${AUXILIARY})(?!\p{L})`,
  flags,
);
const NEXT = new RegExp(
  [
    String.raw`,\s*(?:and|but|or)\s+(?=(?:${UPRIGHT}|${RELATIVE}|${AUXILIARY})(?!\p{L}))`,
    String.raw`(?:,(?!\s*wh(?:ich|o)\s)|\s+and)\s+(?=(?:so\s+)?(?:${UPRIGHT}|${RELATIVE}(?:'s|\s+${AUXILIARY})|${AUXILIARY}\s+${PRONOUN})(?!\p{L}))`,
    String.raw`(?:,|\s)\s*(?:und|et|y|e|i|en|и)\s+(?=${FOREIGN}(?!\p{L}))`,
  ].join('|'),
  `g${flags}`,
);
/** "when and where to go" is one question. */
const ENDS_ASKING = new RegExp(String.raw`(?<!\p{L})(?:${UPRIGHT}|${RELATIVE})$`, flags);

/** Addressed to the model and not to the hosts. */
const ORDER =
  /^(?:please |now )?(?:ignore|disregard|forget)\b.*\b(?:instructions?|prompts?|rules|above)\b|\byour system prompt\b|^(?:you are|you're) (?:now|an?|the)\b|^act as\b|^pretend (?:to be|that|you)\b|^(?:please )?(?:answer|reply|respond|say|output|print)\b.*\b(?:only|with|nothing|times)\b/i;
const NOISE = /\blorem ipsum\b|asdf|sdfg|qwer(?!ty)|zxcv|hjkl|(\S)\1{5}/i;

const SENTENCE =
  /(?<=[?？؟])(?![?？؟!])\s*|(?<=[.!。！])(?<!\b(?:mr|mrs|ms|dr|st|vs)\.)\s+(?=[\p{L}¿])/iu;

/** A subject without a question counts as one; noise and orders do not. */
export function questionsIn(topic: string): string[] {
  // In Greek, the semicolon asks.
  const isGreek = /\p{Script=Greek}/u.test(topic);
  const sentences = (isGreek ? topic.replace(/;/g, '?') : topic)
    .trim()
    .split(SENTENCE)
    .filter((text) => /\p{L}{2}/u.test(text) && !ORDER.test(text) && !NOISE.test(text));
  const asking = sentences.filter((text) => ASKS.test(text));
  if (!asking.length) return sentences.length ? [sentences.join(' ')] : [];
  const found = [...new Set(asking.flatMap(partsOf))];
  return isGreek ? found.map((text) => text.replace(/\?/g, ';')) : found;
}

function partsOf(sentence: string): string[] {
  for (const { index, 0: joint } of sentence.matchAll(NEXT)) {
    const before = sentence.slice(0, index).trim();
    const after = sentence.slice(index + joint.length).trim();
    const isWhole = ASKS.test(before) && !ENDS_ASKING.test(before);
    // "What is jazz, and why?" asks one thing.
    if (isWhole && after.split(/\s+/).length > 1) return [before, ...partsOf(after)];
  }
  return [sentence.trim()];
}
