const FEWEST_CELLS = 2;

/**
 * Returns rows as sentences, each cell behind its column's head: "Reach: upper; 2019: 144; 2020:
 * 131." In running text figures would lose what they count. Null for what is no table.
 */
export function rowsWithHeads(rows: string[][]): string[] | null {
  const [heads = [], ...others] = rows.map((row) =>
    row.map((cell) => cell.replace(/\s+/g, ' ').trim()),
  );
  const isTable = heads.length >= FEWEST_CELLS && others.some((row) => row.length === heads.length);
  if (!isTable) return null;
  return others.map((row) => {
    const isWhole = row.length === heads.length;
    const cells = row.map((cell, at) =>
      isWhole && heads[at] && cell ? `${heads[at]}: ${cell}` : cell,
    );
    return `${cells.filter(Boolean).join('; ')}.`;
  });
}
