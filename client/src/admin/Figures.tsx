import { classes } from '../ui/classes.ts';

const isNothing = (figure: string): boolean => /^\$?0(\.00)?$/.test(figure);

export type Figure = readonly [name: string, value: string, note: string];

export function FigureList({ figures, first }: { figures: Figure[]; first?: 'larger' }) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-4">
      {figures.map(([name, value, note], place) => {
        const isLarger = first && place === 0;
        const size = isLarger ? 'text-[2.5rem] leading-tight' : 'text-h2';
        return (
          <div key={name} className={classes('flex flex-col', isLarger && 'col-span-full')}>
            <dt className="grow text-meta font-semibold">{name}</dt>
            <dd
              className={classes(
                'tabular-nums',
                isNothing(value) ? 'text-lead text-soft' : `font-display ${size}`,
              )}
            >
              {value}
            </dd>
            <dd className="text-meta text-soft">{note}</dd>
          </div>
        );
      })}
    </dl>
  );
}

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
