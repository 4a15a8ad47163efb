import { Sheet } from '../../ui/Sheet.tsx';

const SHORTCUTS: [keys: string[], what: string][] = [
  [['Space', 'K'], 'Play or pause'],
  [['J'], '15 seconds back'],
  [['L'], '15 seconds forward'],
  [['←', '→'], '5 seconds back or forward'],
  [['P'], 'Previous chapter'],
  [['N'], 'Next chapter'],
  [['<', '>'], 'Slower or faster'],
  [['/'], 'Search the transcript'],
  [['?'], 'This list'],
];

type ShortcutSheetProps = { open: boolean; onClose: () => void };

export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Which key does what?">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={what} className="contents">
            <dt className="flex gap-2">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-9 min-w-9 place-items-center rounded-[9px] bg-button px-2.5 font-sans text-meta font-bold shadow-[0_3px_0_var(--button-edge)]"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-meta text-soft">
        On the wave, Page Up and Page Down skip a minute, Home and End jump to either end.
      </p>
    </Sheet>
  );
}
