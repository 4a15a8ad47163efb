import type { sources } from '../../base/db/tables.ts';
import { presentSources } from '../../episodes/listen/presentSources.ts';
import type { ReadSource } from '../../episodes/log/episodeSources.ts';
import type { LineRow, PodcastRow } from '../../episodes/log/lease.ts';
import type { OrderRow } from '../../orders/orderQueries.ts';

/** Leaves out attachments that are gone by now. */
export function exportAttachments(order: OrderRow, attachments: (typeof sources.$inferSelect)[]) {
  const byId = new Map(attachments.map(({ id, kind, title }) => [id, { kind, title }]));
  return {
    sources: order.sources.flatMap((id) => byId.get(id) ?? []),
    onlyTheseSources: order.onlyTheseSources,
  };
}

/** A claim belongs to the transcript's line that starts at the same second. */
export function exportSources(episode: PodcastRow, read: ReadSource[], lines: LineRow[]) {
  const { sources, claims } = presentSources(episode, read, lines, true);
  return {
    sources: sources.map((source, index) => ({
      ...source,
      paper: read[index]?.paper ?? '',
      facts: (read[index]?.facts ?? []).map(
        ({ podcastId: _, source: _source, isRemoved: _isRemoved, number, ...fact }) => ({
          fact: number,
          ...fact,
        }),
      ),
    })),
    claims: claims.map(({ start, sourceId, fact, quote, strength }) => ({
      startSeconds: start,
      sourceId,
      fact,
      quote,
      strength,
    })),
    showsSources: episode.showsSources,
  };
}
