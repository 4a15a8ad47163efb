/** JSX trims lines and joins them by one space. */
export function shownOf(jsxText: string): string {
  const lines = jsxText.split('\n').map((line, index, { length }) => {
    const start = index > 0 ? line.trimStart() : line;
    return index < length - 1 ? start.trimEnd() : start;
  });
  return lines.filter(Boolean).join(' ');
}

export function withoutMarkup(text: string): string[] {
  const pieces = /<\/?[a-z][^>]*>/.test(text)
    ? text.replace(/<(style|script)\b.*?<\/\1>/gs, '\n').split(/<\/?[a-z!][^>]*>/)
    : [text];
  return pieces.map((piece) => piece.replace(/\s+/g, ' ').trim()).filter(Boolean);
}
