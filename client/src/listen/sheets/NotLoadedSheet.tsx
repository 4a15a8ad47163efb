import { Sheet } from '../../ui/Sheet.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import type { EpisodeSheetsProps } from './EpisodeSheets.tsx';

/** In place of all sheets of the page, where they cannot be loaded. */
export function NotLoadedSheet({ open, onClose }: EpisodeSheetsProps) {
  return (
    <Sheet open={open !== null} onClose={onClose} title="One moment">
      <NotLoaded />
    </Sheet>
  );
}
