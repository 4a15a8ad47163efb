/** What may be wrong with an episode, as a listener would put it. */
export const REPORT_REASONS = [
  'It is wrong or misleading',
  'It is hateful or harmful',
  'It is about a private person',
  'It copies somebody’s work',
  'Something else',
] as const;

/** Characters of a listener's own words. */
export const REPORT_MAX = 2000;
