/** A figure counts as one word. */
export function countWords(lines: { text: string }[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
