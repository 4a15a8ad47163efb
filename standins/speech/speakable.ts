/** Spoken for a line without pronounceable characters, so that speech never fails. */
const neutral = 'Well.';

/** Longer runs of letters and digits are split, because flite speaks a run without a pause. */
const overlong = /[A-Za-z0-9]{25,}/g;
const breath = /.{1,24}/g;

const alphabets: [letters: string, spellings: string][] = [
  // Latin letters that NFKD does not decompose
  ['æ œ ß ø đ ð þ ł ħ ı ŋ ə', 'ae oe ss o d th th l h i ng a'],
  // Greek
  ['α β γ δ ε ζ η θ ι κ λ μ', 'a v g d e z i th i k l m'],
  ['ν ξ ο π ρ σ ς τ υ φ χ ψ ω', 'n x o p r s s t y f h ps o'],
  // Cyrillic; the hard and the soft sign have no sound
  ['а б в г д е ж з и к л м н о п р с', 'a b v g d e zh z i k l m n o p r s'],
  ['т у ф х ц ч ш щ ъ ы ь э ю я', "t u f h ts ch sh sh ' y ' e yu ya"],
  ['і є ґ ј љ њ ђ ћ џ ѕ', 'i ye g y l n j ch j z'],
  // Punctuation with an ASCII equivalent
  ['’ ‘ ʼ “ ” „ « » – — ⁄ 。 、 ， ！ ？ ； ： ، ؟', `' ' ' " " " " " , , / . , , ! ? ; : , ?`],
];
const spellings = new Map(
  alphabets.flatMap(([letters, spelled]) => {
    const plain = spelled.split(' ');
    return letters.split(' ').map((letter, index) => [letter, plain[index] ?? ''] as const);
  }),
);

const words: Record<string, string> = {
  '&': 'and',
  '+': 'plus',
  '−': 'minus',
  '×': 'times',
  '÷': 'divided by',
  '=': 'equals',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
  '°': 'degrees',
  '²': 'squared',
  '³': 'cubed',
};

/**
 * Returns printable ASCII with at least one letter or digit. Greek, Cyrillic and accented letters
 * are transliterated; all else (other scripts, emoji, markup) is left out.
 */
export function speakable(text: string): string {
  const plain = text
    .replace(/[&+−×÷=€£¥°²³]/g, (sign) => ` ${words[sign] ?? ''} `)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, spell)
    .replace(/[^A-Za-z0-9 .,;:!?'"$%()/-]/g, ' ')
    .replace(/([.,;:!?'"$%()/-])\1{3,}/g, '$1')
    .replace(overlong, (run) => run.match(breath)?.join(' ') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return /[A-Za-z0-9]/.test(plain) ? plain : neutral;
}

function spell(character: string): string {
  const spelled = spellings.get(character) ?? spellings.get(character.toLowerCase()) ?? ' ';
  const capital = !spellings.has(character) && spelled !== ' ';
  return capital ? spelled.charAt(0).toUpperCase() + spelled.slice(1) : spelled;
}
