import type { DbOrTx } from '../db/open.ts';
import { draftPodcast } from '../podcasts/draft.ts';

/** An episode that has been paid for and not yet begun. */
export function aPodcast(db: DbOrTx): Promise<{ id: number; publicId: string }> {
  return draftPodcast(db, {
    topic: 'tides',
    tone: 'Normal',
    style: 'Conversation',
    duration: 10,
    voice1Id: 'a',
    voice1Name: 'Ann',
    voice2Id: 'b',
    voice2Name: 'Bob',
    email: 'x@example.com',
  });
}
