export const EXAMPLE_TOPICS = [
  'Why the sea glows at night',
  'What octopuses dream about',
  'The year without a summer',
  'Why we yawn when others do',
  'Are night trains worth bringing back?',
  'How to bake sourdough bread',
] as const;
