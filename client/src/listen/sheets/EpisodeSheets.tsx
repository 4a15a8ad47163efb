import { useQuery } from '@tanstack/react-query';
import { Download, FileText, Flag, Keyboard, ListMusic } from 'lucide-react';
import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import { chaptersQuery, sourcesQuery, transcriptQuery } from '../../api/listen.ts';
import type { Player } from '../../player/engine/player.ts';
import ShareSheet from '../../player/share/ShareSheet.tsx';
import { linkTo } from '../../player/share/shareLinks.ts';
import { copyText } from '../../ui/copyText.ts';
import { MenuFile, MenuList, MenuRowButton } from '../../ui/MenuRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useToast } from '../../ui/Toast.tsx';
import { ReportSheet } from './ReportSheet.tsx';

export type SheetName = 'share' | 'menu' | 'keys' | 'report';

type Episode = Listening['episode'];
type EpisodeSheetsProps = {
  episode: Episode;
  audioUrl: string;
  player: Player;
  open: SheetName | null;
  onShow: (sheet: SheetName) => void;
  onClose: () => void;
};

export default function EpisodeSheets(props: EpisodeSheetsProps) {
  const { episode, player, open, onClose } = props;
  return (
    <>
      <ShareSheet
        episode={episode}
        time={() => player.get().time}
        open={open === 'share'}
        onClose={onClose}
      />
      <ListenMenu {...props} />
      <ShortcutSheet open={open === 'keys'} onClose={onClose} />
      <ReportSheet token={episode.token} open={open === 'report'} onClose={onClose} />
    </>
  );
}

/** A device that can hover has a keyboard, too. */
const hasMouse = () => matchMedia('(hover: hover)').matches;

function ListenMenu({ episode, audioUrl, open, onClose, onShow }: EpisodeSheetsProps) {
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
    <Sheet open={open === 'menu'} onClose={onClose} title="What else?" small>
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

function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
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

export function transcriptText(episode: Episode, segments: Transcript['segments']): string {
  const lines = segments.map(
    ({ speaker, startTime, body }) => `${speaker} (${clock(startTime)})\n${body}`,
  );
  return [headOf(episode), ...lines].join('\n\n');
}

type Notes = {
  chapters: Chapters['chapters'];
  sources: EpisodeSources['sources'];
  link: string;
};

/** Includes only sources that everybody may see. */
export function showNotes(episode: Episode, { chapters, sources, link }: Notes): string {
  const times = chapters.map(({ startTime, title }) => `${clock(startTime)} ${title}`);
  const pages = sources
    .filter(({ isPrivate }) => !isPrivate)
    .map(({ title, site, url }) => [title, site, url].filter(Boolean).join(', '));
  const parts = [
    headOf(episode),
    episode.summary,
    times.length > 0 && ['Chapters', ...times].join('\n'),
    pages.length > 0 && ['Sources', ...pages].join('\n'),
    `Listen: ${link}`,
    'The hosts are AI and can get things wrong.',
  ];
  return parts.filter(Boolean).join('\n\n');
}

const headOf = ({ title, voice1Name, voice2Name, duration, durationSeconds }: Episode) =>
  `${title}\n${voice1Name} and ${voice2Name}, ${clock(durationSeconds ?? duration * 60)}`;
