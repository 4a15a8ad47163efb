/** No zod here, to keep it out of bundles; see `reportSchema.ts`. */
export const REPORT_REASONS = [
  'It is wrong or misleading',
  'It is hateful or harmful',
  'It is about a private person',
  'It copies someone’s work',
  'Something else',
] as const;

/** Characters. */
export const REPORT_MAX = 2000;
