import type { Podcast } from '#shared/episode.ts';

/** The share token of an episode, which its page and its files are found by. */
export const tokenOf = ({ listenUrl }: Pick<Podcast, 'listenUrl'>): string =>
  new URL(listenUrl, location.origin).searchParams.get('episode') ?? '';
