import type { Listening } from '#shared/episode.ts';

/** `time` is the second to start at. */
export function linkTo(token: string, time: number | null): string {
  const url = new URL('/listen', location.origin);
  url.searchParams.set('episode', token);
  if (time !== null) url.searchParams.set('t', String(time));
  return url.href;
}

export function embedCode({ token, title }: Pick<Listening['episode'], 'token' | 'title'>): string {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.width = '100%';
  frame.height = '240';
  frame.loading = 'lazy';
  frame.style.border = '0';
  const src = new URL('/listen', location.origin);
  src.searchParams.set('episode', token);
  src.searchParams.set('embed', '1');
  frame.src = src.href;
  return frame.outerHTML;
}
