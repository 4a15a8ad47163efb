import type { EpisodeSources } from '#shared/sources.ts';
import type { Claim, Source } from './useSources.ts';

export const aSource = (own: Partial<Source> = {}): Source => ({
  id: 1,
  kind: 'web',
  title: 'Why waves light up',
  site: 'Coastal Review',
  url: 'https://coast.example/glow',
  date: '2025-05-20',
  retrievedAt: '2026-11-24T10:00:00.000Z',
  licence: null,
  extent: 'read in full',
  isPrivate: false,
  ...own,
});

export const aClaim = (own: Partial<Claim> = {}): Claim => ({
  line: 0,
  start: 0,
  sourceId: 1,
  fact: 1,
  quote: 'A single litre of seawater can hold a million of them.',
  strength: 'says',
  ...own,
});

export const someSources = (own: Partial<EpisodeSources> = {}): EpisodeSources => ({
  basis: 'sources',
  sources: [aSource()],
  claims: [aClaim()],
  counts: { lines: 3, statements: 1, sourced: 1, opinions: 0, rewritten: 0, cut: 0, unread: 0 },
  showsPrivate: null,
  ...own,
});
