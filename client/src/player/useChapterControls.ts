import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chaptersQuery } from '../api/listen.ts';
import { toNextChapter, toPreviousChapter } from './chapterSteps.ts';
import type { Player } from './engine/player.ts';
import { setHandler } from './mediaSession.ts';

export function useChapterControls(player: Player, chaptersUrl: string | null): void {
  const chapters = useQuery(chaptersQuery(chaptersUrl)).data?.chapters;
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session || !chapters || chapters.length < 2) return;
    setHandler(session, 'previoustrack', () => toPreviousChapter(player, chapters));
    setHandler(session, 'nexttrack', () => toNextChapter(player, chapters));
    return () => {
      setHandler(session, 'previoustrack', null);
      setHandler(session, 'nexttrack', null);
    };
  }, [player, chapters]);
}
