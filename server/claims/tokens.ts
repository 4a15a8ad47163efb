/** A word, a run of digits with its separators, or a sign. */
export interface Token {
  kind: 'word' | 'digits' | 'sign';
  text: string;
  /** In lower case, without accents. */
  word: string;
  /** Where it stands in the text; `end` is exclusive. */
  at: number;
  end: number;
  /** No white space stands before it. */
  glued: boolean;
  /** A hyphen ties it to the word before, as "thirds" in "two-thirds". */
  joined: boolean;
}

/** "U.S." is one word, and so is "CO2"; "10.000,5" is one run of digits. */
const TOKEN =
  /(?:\p{L}\.){2,}|\p{L}[\p{L}\p{M}\d\u00b2\u00b3\u2080-\u2089]*(?:['\u2019]\p{L}+)*|\d+(?:[.,'\u2019\u00a0\u202f\u2009]\d+)*|\S/gu;
const HYPHENS = new Set(['-', '\u2010', '\u2011']);
const NOTHING: Token = {
  kind: 'sign',
  text: '',
  word: '',
  at: -1,
  end: -1,
  glued: false,
  joined: false,
};

/** The words, numbers and signs of a text. A hyphen within a word is no token of its own. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let hyphen = false;
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const token = tokenOf(match[0], match.index);
    token.glued = match.index === end && end > 0;
    end = token.end;
    const last = tokens.at(-1);
    if (HYPHENS.has(token.text) && token.glued && last && last.kind !== 'sign') {
      if (isTying(last, text.charAt(end))) {
        hyphen = true;
        continue;
      }
    }
    token.joined = hyphen;
    hyphen = false;
    tokens.push(token);
  }
  return tokens;
}

/** Between two runs of digits a hyphen means "to". */
const isTying = (last: Token, next: string) =>
  /[\p{L}\d]/u.test(next) && !(last.kind === 'digits' && /\d/.test(next));

function tokenOf(text: string, at: number): Token {
  const isWord = /^\p{L}/u.test(text);
  const kind = isWord ? 'word' : /^\d/.test(text) ? 'digits' : 'sign';
  return { kind, text, word: folded(text), at, end: at + text.length, glued: false, joined: false };
}

const SUBSCRIPT_ZERO = 0x2080;

/** In lower case, without accents and without the full stops of an abbreviation. */
export function folded(text: string): string {
  const plain = /^(?:\p{L}\.)+$/u.test(text) ? text.replaceAll('.', '') : text;
  return plain
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2080-\u2089]/g, (sign) => String(sign.charCodeAt(0) - SUBSCRIPT_ZERO))
    .replaceAll('\u2019', "'")
    .toLowerCase();
}

/** The token of that place, or an empty one past the ends of a text. */
export const tokenAt = (tokens: Token[], at: number): Token => tokens[at] ?? NOTHING;
