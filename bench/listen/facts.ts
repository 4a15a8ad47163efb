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
