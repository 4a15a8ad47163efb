import type { User } from '../auth/user.ts';
import type { Db } from '../db/open.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import { remove, removeLeftovers } from './remove.ts';
import { rename } from './rename.ts';
import { resend } from './resendEmail.ts';

/** What an owner does with an episode. Anybody else's is `Problem('not_found')`. */
export interface OwnerActions {
  rename(owner: User, publicId: string, title: string): Promise<void>;
  remove(owner: User, publicId: string): Promise<void>;
  /** Resolves with the address the letter goes to. */
  resend(owner: User, publicId: string): Promise<string>;
  /** To be called now and then: see `remove.ts`. */
  tidy(signal: AbortSignal): Promise<number>;
}

export function openOwnerActions(tools: {
  db: Db;
  storage: Pick<Storage, 'remove'>;
  outbox: Pick<Outbox, 'post'>;
  publicUrl: string;
  supportEmail: string;
}): OwnerActions {
  const { db, storage } = tools;
  return {
    rename: (owner, publicId, title) => rename(db, owner, publicId, title),
    remove: (owner, publicId) => remove(db, storage, owner, publicId),
    resend: (owner, publicId) => resend(tools, owner, publicId),
    tidy: (signal) => removeLeftovers(db, storage, signal),
  };
}
