import type { Figures } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';

type FiguresRow = Omit<Figures['days'][number], 'day'> & { name: string };
type FiguresTableProps = { caption: string; head: string; rows: FiguresRow[] };

/** The numbers of a chart as a table. */
export function FiguresTable({ caption, head, rows }: FiguresTableProps) {
  if (rows.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="flex min-h-11 cursor-pointer items-center rounded-chip font-bold underline underline-offset-4">
        As a table
      </summary>
      <table className="w-full text-meta tabular-nums [&_td]:py-1.5 [&_td]:text-right [&_th]:py-1.5">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-soft">
            <th scope="col" className="text-left">
              {head}
            </th>
            <th scope="col" className="text-right">
              Sales
            </th>
            <th scope="col" className="text-right">
              Sold
            </th>
            <th scope="col" className="text-right">
              Given back
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count, cents, refundedCents }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="text-left font-normal">
                {name}
              </th>
              <td>{count}</td>
              <td>{formatPrice(cents)}</td>
              <td>{refundedCents ? formatPrice(refundedCents) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
