/** A few plainly harmful requests. A history of the atomic bomb is not one of them. */
const HARMFUL: Record<string, RegExp[]> = {
  'illicit/violent': [
    /\b(?:how to|ways? to|steps to|instructions? (?:for|to)|guide to)\b.{0,40}\b(?:build|make|making|assemble|construct)\b.{0,30}\b(?:bombs?|explosives?|grenades?|nerve agents?)\b/i,
    /\b(?:bomb|explosive)[- ]making\b/i,
  ],
  illicit: [/\b(?:cook|make|synthesi[sz]e)\b.{0,20}\b(?:meth|methamphetamine|fentanyl)\b/i],
  'self-harm/instructions': [/\bhow to (?:kill|harm|hurt) (?:myself|yourself|oneself)\b/i],
  'sexual/minors': [/\bchild (?:porn|pornography|sexual)/i, /\bcsam\b/i],
  hate: [/\b(?:exterminate|gas) (?:all )?(?:the )?(?:jews|muslims|immigrants|blacks|gays)\b/i],
};

const CATEGORIES = [
  ['harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit'],
  ['illicit/violent', 'self-harm', 'self-harm/intent', 'self-harm/instructions', 'sexual'],
  ['sexual/minors', 'violence', 'violence/graphic'],
].flat();

/** One entry of `results`, in the shape of omni-moderation-latest. */
export function moderate(text: string) {
  const found = Object.keys(HARMFUL).filter((name) =>
    HARMFUL[name]?.some((word) => word.test(text)),
  );
  const each = <T>(value: (category: string) => T) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, value(category)]));
  return {
    flagged: found.length > 0,
    categories: each((category) => found.includes(category)),
    category_scores: each((category) => (found.includes(category) ? 0.98 : 0.0001)),
    category_applied_input_types: each(() => ['text']),
  };
}
