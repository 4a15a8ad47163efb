/** Words of some lines, as they were written: a figure is one. */
export function countWords(lines: { text: string }[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
