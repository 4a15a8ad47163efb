import escapeHtml from 'escape-html';

export type Node = string | Element;
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: Node[] = [],
): Element {
  return { name, attributes, children };
}

/** Names must be ours; every text and value is escaped here. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`;
}

function write(node: Node): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, attributes, children } = node;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${given.join('')}`;
  return children.length ? `${start}>${children.map(write).join('')}</${name}>` : `${start}/>`;
}

/** Drops the characters that XML 1.0 cannot hold even when escaped (section 2.2). */
function escapeXml(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
  return escapeHtml(allowed);
}
