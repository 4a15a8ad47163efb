/** IPTC's term for media made by a trained model (cv.iptc.org/newscodes/digitalsourcetype). */
export const DIGITAL_SOURCE_TYPE =
  'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

export const AI_DISCLOSURE =
  'The hosts are AI voices and the script was made by AI; it may contain mistakes.';
