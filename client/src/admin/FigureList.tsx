export type Figure = readonly [name: string, value: string, note: string];

/** Large numbers, each with its name and a note. */
export function FigureList({ of }: { of: Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-4 sm:grid-cols-4">
      {of.map(([name, value, note]) => (
        <div key={name}>
          <dt className="text-meta text-soft">{name}</dt>
          <dd>
            <span className="block font-display text-h2 tabular-nums">{value}</span>
            <span className="text-meta text-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
