/** Words that are no subject: common words, and those that people use to talk about a talk. */
const COMMON = new Set(
  `a about above across actually after again against ago ah all almost alone along already also
  although always am among an and another answer answered answers any anybody anyone anything
  anyway are aren't around as ask asked asking asks at away back bad be became because become been
  before began begin begins behind being believe below best better between big bit both brings but
  by call called came can can't cannot case certain change changed come comes coming could couldn't
  course day days demo detail did didn't different do does doesn't doing don't done down each early
  either else end ends enough episode even ever every everybody everyone everything exactly fact
  facts far few final find first for found four from full gave get gets give given gives go goes
  going gone good got great had half hand happen happened happens hard has hasn't have haven't having
  he heard hear help her here hers herself he'd he'll he's hi him himself his hold holds host hosts
  how however huh i i'd i'll i'm i've idea if imagine in inside instead into is isn't it it'd it'll
  it's its itself just keep keeps kept kind knew know known knows last late later least leave leaves
  left less let let's life like line listen listener little long look looks lot made main make makes
  making man many matter may maybe me mean means meant might mind mine minute minutes moment more
  most much must my myself name named names near nearly need needed needs never new next no nobody
  none nor not nothing now number numbers of off often oh okay old on once one ones only open opens
  or other others our ours out over own part people perhaps person piece place plain plainly point
  possible probably put puts question questions quite rather read real really reason right said same
  saw say saying says second section see seem seemed seems seen sense set sets several shall she
  she'd she'll she's should shouldn't show shown shows side simple since single small so some
  somebody someone something sometimes sort speak start starts still stop stops story studio subject
  such sure take taken takes talk talked talking tell telling tells ten than that that'd that'll
  that's the their theirs them themselves then there there's these they they'd they'll they're
  they've thing things think thinking this those though thought three through time times to today
  together told too took toward tried true try trying turn turned turns twice two under until up
  upon us use used uses usually very voice voices wait want wanted wants was wasn't way we we'd
  we'll we're we've well went were weren't what what's whatever when where where's whether which
  while who who'd who's whole whom whose why will with within without won't word words work works
  world would wouldn't wrong year years yes yet you you'd you'll you're you've young your yours
  yourself`.split(/\s+/),
);

const LEAST_LETTERS = 3;

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}

/** Stems; scripts without spaces between words are taken as pairs of letters. */
export function contentWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)) {
      const letters = [...word];
      return letters.length < 2 ? letters : letters.slice(1).map((one, at) => letters[at] + one);
    }
    if (COMMON.has(word) || [...word].length < LEAST_LETTERS) return [];
    return stemOf(word);
  });
}

/** Enough to make "octopuses" and "octopus", "yawned" and "yawning" one word; no dictionary. */
export function stemOf(word: string): string {
  const base = word.replace(/'s?$/, '').replace(/'\p{L}+$/u, '');
  const rules: [RegExp, string][] = [
    [/([^aeiou])ies$/, '$1y'],
    [/(ss|sh|ch|x|z|us)es$/, '$1'],
    [/([^su])s$/, '$1'],
    [/(.{3,})ing$/, '$1'],
    [/(.{3,})ed$/, '$1'],
    [/(.{3,})ly$/, '$1'],
    [/([^aeiouls])\1$/, '$1'],
    [/(.{3,})e$/, '$1'],
  ];
  return rules.reduce((stem, [ending, instead]) => stem.replace(ending, instead), base);
}
