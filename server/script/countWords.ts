/** Words of some lines, as they are spoken. */
export function countWords(lines: { text: string }[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
