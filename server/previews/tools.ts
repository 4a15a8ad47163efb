import type { PausedTools } from '../availability/paused.ts';
import type { Db, DbOrTx } from '../db/open.ts';
import type { Models } from '../models/models.ts';
import type { Hosts } from '../requests/hosts.ts';
import type { Moderator } from '../script/script.ts';
import type { Cap } from './cap.ts';

export interface PreviewTools extends PausedTools, Hosts {
  db: Db;
  models: Pick<Models, 'current'>;
  moderator: Moderator;
  cap: Cap;
  queue: { enqueue(tx: DbOrTx, podcastId: number, how: { for: 'preview' }): Promise<void> };
  supportEmail: string;
}
