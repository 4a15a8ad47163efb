import { classes } from '../ui/classes.ts';
import { isNothing } from './format.ts';

export type Figure = readonly [name: string, value: string, note: string];

type FigureListProps = {
  figures: Figure[];
  first?: 'larger';
};

export function FigureList({ figures, first }: FigureListProps) {
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
