// Lists every exported name, file, table, column and metric that holds a word of our own making
// where the field has one (docs/glossary.md), and whether a reason says why it stays.
//   npm run names
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Words that once had a private sense here. In their ordinary sense they need a reason below. */
const PRIVATE = new Set(
  `alike appoint arrive awake booth brought buying calm chain churn circle counter creep desk dice dock
  door doors dial errand frail guesses hasty hear hearer heard hears household hurry hush
  insist inspector judge keybank kit kits lamp ledger leave lens letter letters look looks market mend
  mends moments narration notices offered onair owe owed owes pace patience people perks persons place press proof
  proofs room rooms roster seal seals shares shelf shop sparing standing stay stayed stays stranger
  strangers stray strays studio taken tally tap tape tapes tariff tell tells tend throttle till told trouble
  troubles veil vouches wake walk wish wishes witness world`
    .split(/\s+/)
    .filter(Boolean),
);

const KEPT: Record<string, string> = {
  placeOrder: 'to place an order is what shops say',
  usePlaceOrder: 'to place an order is what shops say',
  concurrencyShares: 'the part of an account’s concurrency that an instance may use',
  openShares: 'the part of an account’s concurrency that an instance may use',
  Shares: 'the part of an account’s concurrency that an instance may use',
  speechShares: 'the part of an account’s concurrency that an instance may use',
  speech_shares: 'the part of an account’s concurrency that an instance may use',
  shares: 'what somebody may have of what is bounded for everybody',
  measureShares: 'what somebody may have of what is bounded for everybody',
  Counter: 'counts requests against a rate limit',
  openCounter: 'counts requests against a rate limit',
  tap: 'a finger on a touch screen; the benchmark of tap to sound',
  measureTap: 'a finger on a touch screen; the benchmark of tap to sound',
  witness: 'code that says what it finds in a line, and decides nothing',
  openWitness: 'code that says what it finds in a line, and decides nothing',
  ProviderTrouble: 'the five kinds of failure; logs name the field so',
};

export interface Name {
  name: string;
  kind: 'file' | 'export' | 'table or column' | 'metric';
  at: string;
  words: string[];
  reason: string | undefined;
}

export function findNames(root: string): Name[] {
  const sources = globSync(
    '{client,server,shared,standins,scripts,e2e,bench,faults}/**/*.{ts,tsx}',
    {
      cwd: root,
    },
  ).map((file) => file.replaceAll(path.sep, '/'));
  return sources.sort().flatMap((at) => {
    const text = readFileSync(path.join(root, at), 'utf8');
    const base = path.basename(at).replace(/\..*$/, '');
    return [
      { name: base, kind: 'file' as const },
      ...exportsOf(at, text).map((name) => ({ name, kind: 'export' as const })),
      ...(at === 'server/base/db/tables.ts' ? columnsOf(text) : []),
      ...Array.from(text.matchAll(/name: '(duologue_\w+)'/g), ([, name = '']) => ({
        name,
        kind: 'metric' as const,
      })),
    ].flatMap(({ name, kind }) => {
      const words = splitName(name).filter((word) => PRIVATE.has(word));
      return words.length ? [{ name, kind, at, words, reason: KEPT[name] }] : [];
    });
  });
}

function exportsOf(at: string, text: string): string[] {
  const file = ts.createSourceFile(at, text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const named = statement.exportClause;
      return named && ts.isNamedExports(named) ? named.elements.map(({ name }) => name.text) : [];
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText(file));
    }
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText(file)] : [];
  });
}

/** A string of the table definitions names a table, a column or an index. */
const columnsOf = (text: string) =>
  Array.from(text.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g), ([, name = '']) => ({
    name,
    kind: 'table or column' as const,
  }));

const splitName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Reasons for names that no longer exist. */
export const staleReasons = (names: Name[]): string[] =>
  Object.keys(KEPT).filter((kept) => !names.some(({ name }) => name === kept));

if (import.meta.main) {
  const names = findNames(path.resolve(import.meta.dirname, '..'));
  for (const { name, kind, at, words, reason } of names) {
    console.log(`${at}: ${kind} ${name} (${words.join(', ')}): ${reason ?? 'NO REASON'}`);
  }
  const open = names.filter(({ reason }) => !reason).length;
  console.log(`${names.length} names, ${open} without a reason`);
}
