import type { Listening } from '#shared/episode.ts';
import type { Player } from '../../player/engine/player.ts';
import ShareSheet from '../../player/share/ShareSheet.tsx';
import { ReportSheet } from '../ReportSheet.tsx';
import { ListenMenu } from './ListenMenu.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import type { SheetName } from './useSheets.ts';

export type EpisodeSheetsProps = {
  episode: Listening['episode'];
  audioUrl: string;
  player: Player;
  open: SheetName | null;
  onShow: (sheet: SheetName) => void;
  onClose: () => void;
};

export default function EpisodeSheets(props: EpisodeSheetsProps) {
  const { episode, audioUrl, player, open, onShow, onClose } = props;
  return (
    <>
      <ShareSheet
        episode={episode}
        time={() => player.get().time}
        open={open === 'share'}
        onClose={onClose}
      />
      <ListenMenu
        episode={episode}
        audioUrl={audioUrl}
        open={open === 'menu'}
        onClose={onClose}
        onShow={onShow}
      />
      <ShortcutSheet open={open === 'keys'} onClose={onClose} />
      <ReportSheet token={episode.token} open={open === 'report'} onClose={onClose} />
    </>
  );
}
