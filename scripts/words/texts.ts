import ts from 'typescript';

export const isText = (node: ts.Node): node is ts.Expression =>
  ts.isStringLiteral(node) ||
  ts.isTemplateLiteral(node) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
    textOf(node) !== null);

/** The text of an expression with `…` for values; null if it holds no text of its own. */
export function textOf(node: ts.Expression): string | null {
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (text, { expression, literal }) => `${text}${textOf(expression) ?? '…'}${literal.text}`,
      node.head.text,
    );
  }
  if (ts.isBinaryExpression(node)) return textOfBinary(node);
  if (ts.isConditionalExpression(node)) {
    const [yes, no] = [textOrNothing(node.whenTrue), textOrNothing(node.whenFalse)];
    return yes === null || no === null || !(yes + no) ? null : `[${yes}|${no}]`;
  }
  return null;
}

function textOfBinary({ left, right, operatorToken: { kind } }: ts.BinaryExpression) {
  if (kind === ts.SyntaxKind.PlusToken) {
    const [before, after] = [textOf(left), textOf(right)];
    return before === null && after === null ? null : `${before ?? '…'}${after ?? '…'}`;
  }
  if (kind !== ts.SyntaxKind.AmpersandAmpersandToken) return null;
  const text = textOf(right);
  return text === null ? null : `[${text}|]`;
}

function textOrNothing(node: ts.Expression): string | null {
  const isNothing =
    node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');
  return isNothing ? '' : textOf(node);
}
