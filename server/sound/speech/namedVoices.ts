export interface NamedVoice {
  /** The server's own id. */
  id: string;
  name: string;
  gender: 'Male' | 'Female';
  accent: string | null;
}

const GENDERS = { male: 'Male', female: 'Female' } as const;
const FORM =
  '"id: Name, female", with an accent after it if you like, and a semicolon between two voices';

/** Reads `af_heart: Heart, female, American; am_adam: Adam, male`, or says what is wrong. */
export function readNamedVoices(text: string): NamedVoice[] | string {
  const voices: NamedVoice[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (!entry) continue;
    const at = entry.lastIndexOf(':');
    const id = entry.slice(0, Math.max(at, 0)).trim();
    const [name = '', word = '', accent = '', ...rest] = entry
      .slice(at + 1)
      .split(',')
      .map((part) => part.trim());
    const gender = GENDERS[word.toLowerCase() as keyof typeof GENDERS];
    if (!id || !name || !gender || rest.length) return `${entry} is not a voice: write ${FORM}`;
    if (voices.some((voice) => voice.id === id)) return `${id} is named twice`;
    voices.push({ id, name, gender, accent: accent || null });
  }
  return voices.length ? voices : `no voice is named: write ${FORM}`;
}
