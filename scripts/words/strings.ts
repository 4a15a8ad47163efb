import ts from 'typescript';

/** Attributes and properties whose text is shown, however short it is. */
const SHOWN = new Set(
  `alt aria-label aria-description aria-roledescription aria-valuetext title label placeholder heading
  lead description hint text message sentence pendingLabel question answer note notice caption
  summary subject preview`.split(/\s+/),
);

const SILENT = new Set(
  `className class id key href to src type kind role rel target name htmlFor autoComplete inputMode d
  access viewBox fill stroke style transform media sizes srcSet method action accept align tag dir side
  pathname path color gradient aria-labelledby aria-describedby aria-controls aria-live font
  fontFamily easing code variable width height x y cx cy points stop strokeLinecap strokeLinejoin`.split(
    /\s+/,
  ),
);

/** Calls whose strings no person reads: for classes, the document, the database and the log. */
const MUTE = new Set(
  `classes tags RegExp Symbol fetch matchMedia sql pgTable index querySelector querySelectorAll closest
  matches getItem setItem removeItem addEventListener removeEventListener getAttribute setAttribute
  removeAttribute getElementById createElement toLocaleString toLocaleDateString toLocaleTimeString
  includes startsWith endsWith indexOf split replace replaceAll append execute query unsafe for
  createHash createHmac add remove toggle get has set header type on once emit debug info warn error
  fatal trace setProperty getPropertyValue`.split(/\s+/),
);
/** Calls that print for a person, although `MUTE` holds their name. */
const PRINTS = /^console\.|^process\.std(?:out|err)\.write$|^(?:toast|toasts)\b/;

export type Fate = 'shown' | 'silent' | 'unknown';

export function fateOf(node: ts.Node): Fate {
  let isArgument = true;
  for (let at = node; at.parent; at = at.parent) {
    const fate = fateIn(at.parent, at) ?? (isArgument ? fateInCall(at.parent, at) : null);
    if (fate) return fate;
    if (ts.isFunctionLike(at.parent) || ts.isJsxElement(at.parent) || ts.isBlock(at.parent)) break;
    if (ts.isObjectLiteralExpression(at.parent)) isArgument = false;
  }
  return 'unknown';
}

function fateIn(parent: ts.Node, node: ts.Node): Fate | null {
  if (ts.isJsxAttribute(parent)) return fateUnder(parent.name.getText());
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) {
    return fateUnder(parent.name.getText().replace(/['"]/g, ''));
  }
  return isCode(parent, node) ? 'silent' : null;
}

const isCode = (parent: ts.Node, node: ts.Node): boolean =>
  ts.isTypeNode(parent) ||
  ts.isImportDeclaration(parent) ||
  ts.isExportDeclaration(parent) ||
  ts.isTaggedTemplateExpression(parent) ||
  ts.isPropertyAssignment(parent) ||
  (ts.isPropertyDeclaration(parent) && parent.name.getText() === 'name') ||
  (ts.isVariableDeclaration(parent) && CODE_NAME.test(parent.name.getText())) ||
  (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
  (ts.isPropertyAccessExpression(parent) && parent.name.text === 'split') ||
  (ts.isCaseClause(parent) && parent.expression === node) ||
  (ts.isBinaryExpression(parent) && COMPARES.has(parent.operatorToken.kind));

const CODE_NAME = /class(?:es|Names?)?$|^styles?$|sql$/i;
const COMPARES = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

function fateUnder(name: string): Fate | null {
  if (SHOWN.has(name)) return 'shown';
  return SILENT.has(name) || name.startsWith('data-') || /ClassName$/.test(name) ? 'silent' : null;
}

function fateInCall(parent: ts.Node, node: ts.Node): Fate | null {
  if (ts.isNewExpression(parent)) return isInvariant(parent, node) ? 'silent' : null;
  if (!ts.isCallExpression(parent) || parent.expression === node) return null;
  const callee = parent.expression.getText().replaceAll(/\?|\s/g, '');
  if (PRINTS.test(callee)) return 'shown';
  return MUTE.has(callee.split('.').at(-1) ?? '') ? 'silent' : null;
}

/** Only a log says this, when the program is wrong; a message to a person begins with a capital. */
const isInvariant = ({ expression }: ts.NewExpression, message: ts.Node) =>
  /Error$|^BrokenSound$|^ProviderFailure$/.test(expression.getText()) &&
  /^['"`][a-z]/.test(message.getText());
