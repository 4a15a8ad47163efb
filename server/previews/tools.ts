import type { PausedTools } from '../availability/paused.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import type { Minutes } from '../house/minutes.ts';
import type { Models } from '../models/models.ts';
import type { Hosts } from '../requests/hosts.ts';
import type { Moderator } from '../script/script.ts';
import type { Cap } from './cap.ts';

export interface PreviewTools extends PausedTools, Hosts {
  db: Db;
  models: Pick<Models, 'current'>;
  moderator: Moderator;
  cap: Cap;
  /** What each account may order where nothing is sold: a preview is for who could order the episode. */
  minutes: Pick<Minutes, 'check'> | null;
  queue: { enqueue(tx: DbOrTx, podcastId: number, how: { for: 'preview' }): Promise<void> };
  supportEmail: string;
}
