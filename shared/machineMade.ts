/**
 * What a machine reads where a person reads `AI_MARK`: IPTC's term for what was made by a model that
 * had been trained (cv.iptc.org/newscodes/digitalsourcetype).
 */
export const DIGITAL_SOURCE_TYPE =
  'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

export const AI_MARK =
  'The hosts are AI voices and the script was made by AI; it may contain mistakes.';
