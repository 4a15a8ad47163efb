import { readFile, writeFile } from 'node:fs/promises';

export function tableIn(rows: string[][]): string {
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${'---|'.repeat(rows[0]?.length ?? 0)}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** Fills in between `<!-- name -->` and `<!-- /name -->`. Throws if the page lacks them. */
export async function fillIn(page: string, name: string, text: string): Promise<void> {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const whole = await readFile(page, 'utf8');
  const from = whole.indexOf(open);
  const to = whole.indexOf(close);
  if (from < 0 || to < from) throw new Error(`${page} has no place for ${name}`);
  await writeFile(page, `${whole.slice(0, from + open.length)}\n${text}\n${whole.slice(to)}`);
}
