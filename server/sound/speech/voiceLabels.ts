/** `gender`, `accent` and `language`, as far as they are known. */
type Labels = Record<string, string>;

/** Kokoro's names: language, female or male, and the name itself, as in `bf_emma`. */
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

/** Null for a name that is not Kokoro's. */
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

/** Takes a tag such as `en-US` or `en_GB`. */
export function labelsOf(tag: string): Labels {
  const [language = '', region = ''] = tag.toLowerCase().split(/[-_]/);
  const accent = language === 'en' ? ACCENTS[region] : undefined;
  return { language, ...(accent ? { accent } : {}) };
}

const american = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-US') });
const british = (gender: 'female' | 'male') => ({ gender, ...labelsOf('en-GB') });
/** OpenAI publishes neither gender nor accent of its voices: this is how most people hear them. */
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
