/**
 * One line of at most `longest` characters, which ends with a whole word and an ellipsis where it was cut.
 * Topics may have 500 characters: too many for a subject, or inside a sentence.
 */
export function shorten(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const start = line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.replace(/[\s\p{P}]*\s\S*$/u, '')}…`;
}
