/** One line of at most `longest` characters; a cut comes after a word and ends in an ellipsis. */
export function shorten(text: string, longest = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const start = line.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.replace(/[\s\p{P}]*\s\S*$/u, '')}…`;
}
