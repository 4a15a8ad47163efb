/** Topics one tap away, for whoever came without one. */
export const EXAMPLE_TOPICS = [
  'Why the sea glows at night',
  'How the metro got its voice',
  'What octopuses dream about',
  'The year without a summer',
  'Why we yawn when others do',
  'Knots sailors actually use',
] as const;
