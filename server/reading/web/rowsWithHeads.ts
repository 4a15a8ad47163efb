/** Fewer cells in a row are two columns of text, or a name and its value. */
const FEWEST_CELLS = 2;

/**
 * Rows of a table as sentences of their own, each cell behind the head of its column: "Reach: upper; 2019: 144;
 * 2020: 131." Read as running text a row is figures without what they count. `null` for what is no table.
 */
export function rowsWithHeads(rows: string[][]): string[] | null {
  const [heads = [], ...others] = rows.map((row) =>
    row.map((cell) => cell.replace(/\s+/g, ' ').trim()),
  );
  const isTable = heads.length >= FEWEST_CELLS && others.some((row) => row.length === heads.length);
  if (!isTable) return null;
  return others.map((row) => {
    // A row with another number of cells says nothing of its columns.
    const isWhole = row.length === heads.length;
    const cells = row.map((cell, at) =>
      isWhole && heads[at] && cell ? `${heads[at]}: ${cell}` : cell,
    );
    return `${cells.filter(Boolean).join('; ')}.`;
  });
}
