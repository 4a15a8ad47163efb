/** What the catalogue asks of a voice: `gender`, `accent` and `language`, as far as they are known. */
type Labels = Record<string, string>;

/** Kokoro's names: a language, female or male, and the name proper, as in `bf_emma`. */
const KOKORO = /^([a-z])([fm])_(.+)$/;
const LANGUAGES: Record<string, string> = {
  a: 'en-US',
  b: 'en-GB',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

/** What a name of Kokoro's says; null for a name of another kind. */
export function readKokoro(id: string): { name: string; labels: Labels } | null {
  const [, letter = '', gender, name = ''] = KOKORO.exec(id) ?? [];
  const language = LANGUAGES[letter];
  if (!language) return null;
  return { name, labels: { gender: gender === 'f' ? 'female' : 'male', ...labelsOf(language) } };
}

const ACCENTS: Record<string, string> = {
  us: 'american',
  gb: 'british',
  au: 'australian',
  ie: 'irish',
  in: 'indian',
};

/** From a tag such as `en-US` or `en_GB`. */
export function labelsOf(tag: string): Labels {
  const [language = '', region = ''] = tag.toLowerCase().split(/[-_]/);
  const accent = language === 'en' ? ACCENTS[region] : undefined;
  return { language, ...(accent ? { accent } : {}) };
}

const american = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-US') });
const british = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-GB') });
/** OpenAI's own voices. It publishes neither gender nor accent: this is how they are mostly heard. */
export const openaiLabels: Readonly<Record<string, Labels>> = {
  alloy: american('female'),
  ash: american('male'),
  ballad: british('male'),
  cedar: american('male'),
  coral: american('female'),
  echo: american('male'),
  fable: british('male'),
  marin: american('female'),
  nova: american('female'),
  onyx: american('male'),
  sage: american('female'),
  shimmer: american('female'),
  verse: american('male'),
};
