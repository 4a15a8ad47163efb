import { useQuery } from '@tanstack/react-query';
import { Download, FileText, Flag, Keyboard, ListMusic } from 'lucide-react';
import type { Listening } from '#shared/episode.ts';
import { chaptersQuery, sourcesQuery, transcriptQuery } from '../../api/listen.ts';
import { linkTo } from '../../player/share/shareLinks.ts';
import { copyText } from '../../ui/copyText.ts';
import { MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { showNotes, transcriptText } from './asText.ts';
import type { SheetName } from './useSheets.ts';

type ListenMenuProps = {
  episode: Listening['episode'];
  audioUrl: string;
  open: boolean;
  onClose: () => void;
  onShow: (sheet: SheetName) => void;
};

/** A device that can hover has a keyboard, too. */
const hasMouse = () => matchMedia('(hover: hover)').matches;

export function ListenMenu({ episode, audioUrl, open, onClose, onShow }: ListenMenuProps) {
  const { toast } = useToast();
  // The page has already fetched these.
  const transcript = useQuery(transcriptQuery(episode.transcriptUrl)).data;
  const chapters = useQuery(chaptersQuery(episode.chaptersUrl)).data;
  const sources = useQuery(sourcesQuery(episode.sourcesUrl)).data;

  async function copy(what: string, text: string) {
    const isCopied = await copyText(text);
    onClose();
    if (isCopied) toast({ title: `${what} copied` });
    else toast({ kind: 'destructive', title: 'This browser won’t let us copy' });
  }
  const notes = () =>
    showNotes(episode, {
      chapters: chapters?.chapters ?? [],
      sources: sources?.sources ?? [],
      link: linkTo(episode.token, null),
    });

  return (
    <Sheet open={open} onClose={onClose} title="What else?" small>
      <MenuList>
        {transcript && (
          <MenuRowButton
            icon={<FileText aria-hidden size={22} />}
            onClick={() => void copy('Transcript', transcriptText(episode, transcript.segments))}
          >
            Copy the transcript
          </MenuRowButton>
        )}
        <MenuRowButton
          icon={<ListMusic aria-hidden size={22} />}
          onClick={() => void copy('Show notes', notes())}
        >
          Copy the show notes
        </MenuRowButton>
        <MenuFile icon={<Download aria-hidden size={22} />} href={`${audioUrl}?download=1`}>
          Download MP3
        </MenuFile>
      </MenuList>
      <MenuList>
        {hasMouse() && (
          <MenuRowButton icon={<Keyboard aria-hidden size={22} />} onClick={() => onShow('keys')}>
            Keyboard shortcuts
          </MenuRowButton>
        )}
        <MenuRowButton icon={<Flag aria-hidden size={22} />} onClick={() => onShow('report')}>
          Report this episode
        </MenuRowButton>
      </MenuList>
    </Sheet>
  );
}
