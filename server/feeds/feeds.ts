import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { User } from '../auth/guard.ts';
import type { Db } from '../db/open.ts';
import { orders, podcasts, users } from '../db/tables.ts';
import { enclosureToken } from '../podcasts/links.ts';
import { type Item, rssOf } from './rss.ts';

/** Newest episodes that a feed tells of; podcast apps fetch all of it each time. */
const ITEMS = 200;

export interface Feeds {
  /** Where the account's private feed is; made at the first asking, the same ever after. */
  addressOf(user: User): Promise<string>;
  /** Gives the feed another address; there is nothing at the old one and its enclosures from now on. */
  changeAddress(user: User): Promise<string>;
  /** The feed as RSS and when it last changed. Throws `Problem('not_found')`. */
  read(token: string): Promise<{ rss: string; changedAt: Date }>;
}

export function openFeeds(tools: { db: Db; publicUrl: string; supportEmail: string }): Feeds {
  const { db, publicUrl, supportEmail } = tools;
  const urlOf = (token: string) => `${publicUrl}/feeds/${token}.xml`;

  /** Only its owner's session is left to it; the feed's address may be in other hands too. */
  const refundedByHand = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.podcastId, podcasts.id),
        // Begun at Paddle itself it has no reason of ours, and ends the links once the money has gone.
        sql`(${orders.refundReason} = 'support' and ${orders.status} in ('refund_pending', 'refunded')
          or ${orders.refundReason} is null and ${orders.status} = 'refunded')`,
      ),
    );

  async function keep(user: User, token: unknown): Promise<string> {
    const [kept] = await db
      .update(users)
      .set({ feedToken: sql`${token}`, updatedAt: sql`now()` })
      .where(eq(users.id, user.id))
      .returning({ feedToken: users.feedToken });
    if (!kept?.feedToken) throw new Problem('unauthenticated', 'Please sign in first');
    return urlOf(kept.feedToken);
  }

  return {
    async addressOf(user) {
      if (user.feedToken) return urlOf(user.feedToken);
      // Of two askers at once both are told the first one's.
      return keep(user, sql`coalesce(${users.feedToken}, ${newFeedToken()})`);
    },

    changeAddress: (user) => keep(user, newFeedToken()),

    async read(token) {
      const [owner] = await db.select().from(users).where(eq(users.feedToken, token));
      if (!owner) throw new Problem('not_found', 'There is nothing at this address');
      const rows = await db
        .select()
        .from(podcasts)
        .where(
          and(
            eq(podcasts.userId, owner.id),
            eq(podcasts.status, 'completed'),
            eq(podcasts.withheld, false),
            notExists(refundedByHand),
            isNotNull(podcasts.audioBytes),
            isNotNull(podcasts.completedAt),
          ),
        )
        .orderBy(desc(podcasts.completedAt), desc(podcasts.id))
        .limit(ITEMS);
      const items = rows.flatMap((row): Item[] => {
        const { audioBytes, completedAt } = row;
        return audioBytes === null || completedAt === null
          ? []
          : [
              {
                ...row,
                token: enclosureToken(row, token),
                madeAs: row.outline?.title ?? row.title,
                audioBytes,
                completedAt,
              },
            ];
      });
      const { firstName } = owner;
      return {
        rss: rssOf({ feedUrl: urlOf(token), publicUrl, supportEmail, firstName, items }),
        changedAt: await lastChange(db, owner.id),
      };
    },
  };
}

/**
 * The newest of what changes a feed: an episode was finished, renamed or deleted, the account's name
 * or the feed's address changed, a bank took money back or returned it.
 */
async function lastChange(db: Db, userId: number): Promise<Date> {
  const [row] = await db
    .select({
      at: sql<string>`greatest(${users.updatedAt},
        (select max(${podcasts.completedAt}) from ${podcasts} where ${podcasts.userId} = ${userId}),
        (select max(${orders.chargebackChangedAt}) from ${orders} where ${orders.userId} = ${userId}))`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ? new Date(row.at) : new Date();
}

/** 256 bits: whoever knows it needs no password. */
const newFeedToken = () => randomBytes(32).toString('base64url');
