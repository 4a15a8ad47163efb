import ts from 'typescript';
import { shownOf, withoutMarkup } from './markup.ts';
import { isClassList, isReadable } from './readable.ts';
import type { Sentence } from './sentence.ts';
import { fateOf } from './strings.ts';
import { isText, textOf } from './texts.ts';

/** Elements that begin a line of their own within a text. */
const BLOCKS = new Set(
  `address article aside blockquote dd div dl dt figure footer form h1 h2 h3 h4 header li main nav ol
  p pre section table tbody td th thead tr ul`.split(/\s+/),
);

export function sentencesOf(file: string, source: string): Sentence[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const reader = new Reader(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind));
  return reader.read();
}

class Reader {
  private readonly tree: ts.SourceFile;
  private readonly found: Sentence[] = [];
  /** The line that is being put together, and where it begins. */
  private open: { begin: number; text: string } | null = null;

  constructor(tree: ts.SourceFile) {
    this.tree = tree;
  }

  read(): Sentence[] {
    this.visit(this.tree);
    return this.found.filter(({ text }) => text !== '…');
  }

  private visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) this.visitElement(node);
    else if (isText(node)) this.visitText(node);
    else ts.forEachChild(node, this.visit);
  };

  private visitText(node: ts.Expression): void {
    const fate = fateOf(node);
    if (fate === 'silent') return;
    const text = textOf(node) ?? '';
    this.add(node.getStart(this.tree), text, fate === 'shown' ? isShown : isReadable);
    this.visitValues(node);
  }

  /** Values inside a text may hold texts again, such as the arguments of a call. */
  private visitValues(node: ts.Expression): void {
    const values = ts.isTemplateExpression(node)
      ? node.templateSpans.map(({ expression }) => expression)
      : ts.isBinaryExpression(node)
        ? [node.left, node.right]
        : [];
    for (const value of values) {
      if (textOf(value) === null) this.visit(value);
      else this.visitValues(value);
    }
  }

  /** An element with text of its own makes one line, together with the inline elements in it. */
  private visitElement(node: ts.JsxElement | ts.JsxFragment): void {
    if (ts.isJsxElement(node)) this.visit(node.openingElement.attributes);
    if (node.children.some(hasLetters)) {
      for (const child of node.children) this.join(child);
      this.close();
    } else node.children.forEach(this.visit);
  }

  private join(child: ts.JsxChild): void {
    if (ts.isJsxText(child)) this.append(shownOf(child.text), child);
    else if (ts.isJsxExpression(child)) this.joinExpression(child);
    else if (ts.isJsxSelfClosingElement(child)) {
      this.append(isPicture(child) ? ' ' : '…', child);
      this.visit(child.attributes);
    } else if (ts.isJsxElement(child) && BLOCKS.has(child.openingElement.tagName.getText())) {
      this.close();
      this.visitElement(child);
    } else {
      if (ts.isJsxElement(child)) this.visit(child.openingElement.attributes);
      for (const inner of child.children) this.join(inner);
    }
  }

  private joinExpression(child: ts.JsxExpression): void {
    if (!child.expression) return;
    const text = textOf(child.expression);
    this.append(text ?? '…', child);
    if (text !== null) {
      this.visitValues(child.expression);
      return;
    }
    // A line within the line, such as a conditional element.
    const outer = this.open;
    this.open = null;
    this.visit(child.expression);
    this.open = outer;
  }

  private append(text: string, from: ts.JsxChild): void {
    const begin = from.pos + Math.max(from.getFullText(this.tree).search(/\S/), 0);
    if (this.open) this.open.text += text;
    else if (text.trim()) this.open = { begin, text };
  }

  private close(): void {
    if (this.open) this.add(this.open.begin, this.open.text, isShown);
    this.open = null;
  }

  private add(position: number, text: string, accepts: (text: string) => boolean): void {
    const line = this.tree.getLineAndCharacterOfPosition(position).line + 1;
    const said = withoutMarkup(text).filter(accepts);
    this.found.push(...said.map((piece) => ({ file: this.tree.fileName, line, text: piece })));
  }
}

const isShown = (text: string) => /\p{L}/u.test(text) && !isClassList(text);

function hasLetters(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return /\p{L}/u.test(child.text);
  if (!ts.isJsxExpression(child) || !child.expression) return false;
  return /\p{L}/u.test(textOf(child.expression) ?? '');
}

const isPicture = ({ tagName, attributes }: ts.JsxSelfClosingElement) =>
  tagName.getText() === 'br' ||
  attributes.properties.some(({ name }) => name?.getText() === 'aria-hidden');
