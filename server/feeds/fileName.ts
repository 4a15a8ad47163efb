import { createHash } from 'node:crypto';

/**
 * As apps name an episode's file: `why-tides-turn-3f9a2c1e`. Programs that keep episodes under that
 * name take two of one name for one, so it ends with something of the episode's own: whatever else
 * comes into the feed or leaves it, nothing else is ever called so, and this is always called so.
 */
export function fileNameOf(title: string, publicId: string): string {
  const own = createHash('sha256').update(publicId).digest('hex').slice(0, 8);
  return `${slugOf(title) || 'episode'}-${own}`;
}

function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, 60).replace(/-$/, '') ?? '';
}
