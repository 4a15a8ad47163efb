import { brotliCompress, constants } from 'node:zlib';

/** More documents than one build has; a new build's drive out the old one's. */
const MOST = 64;
const hardest = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/**
 * Brotli at its hardest for texts that are sent again and again: a tenth less than what a request
 * could wait for, which on a phone is a round trip less. It is done once, beside the requests; until
 * then the answer is null.
 */
export function openCompressionCache(): (text: string) => Buffer | null {
  const pressed = new Map<string, Buffer | null>();
  return (text) => {
    const known = pressed.get(text);
    if (known !== undefined) return known;
    if (pressed.size >= MOST) pressed.clear();
    pressed.set(text, null);
    brotliCompress(text, hardest, (error, bytes) => {
      if (!error) pressed.set(text, bytes);
    });
    return null;
  };
}
