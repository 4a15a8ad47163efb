/**
 * What stands in the HTML made beforehand of `/listen` where the server writes the episode's own
 * words, so that they can be read before the script has come. The last two stand in a line of each
 * host, which the server repeats.
 */
export const opening = {
  title: '{{title}}',
  summary: '{{summary}}',
  speaker: '{{speaker}}',
  body: '{{body}}',
} as const;
