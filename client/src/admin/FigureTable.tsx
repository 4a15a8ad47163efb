import { isNothing } from './format.ts';

type FigureTableProps = {
  /** For those who do not see the heading above. */
  caption: string;
  columns: string[];
  rows: [name: string, ...figures: string[]][];
};

export function FigureTable({ caption, columns, rows }: FigureTableProps) {
  return (
    <table className="w-full text-meta tabular-nums [&_td]:py-2 [&_td]:pl-2 [&_td]:text-right [&_th]:py-2 [&_th]:font-normal">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-soft">
          {columns.map((column) => (
            <th key={column} scope="col" className="pl-2 text-right first:pl-0 first:text-left">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...figures]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="hyphens-auto text-left [overflow-wrap:anywhere]">
              {name}
            </th>
            {figures.map((figure, column) => (
              <td key={columns[column + 1]} className={isNothing(figure) ? 'text-soft' : undefined}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
