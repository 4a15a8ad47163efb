import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNotNull, min, notExists, sql } from 'drizzle-orm';
import { Problem } from '#shared/problem.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { orders, podcastLines, podcasts, users } from '../../base/db/tables.ts';
import type { User } from '../../base/db/user.ts';
import { enclosureToken } from '../listen/episodeAccess.ts';
import { presentSource } from '../listen/presentSources.ts';
import { type ReadSource, sourcesOf } from '../log/episodeSources.ts';
import { chaptersOf } from '../log/timeline.ts';
import { type Item, rssOf } from './rss.ts';

/** Newest episodes in a feed; podcast apps fetch all of it each time. */
const ITEMS = 200;

export type Feeds = ReturnType<typeof openFeeds>;

export function openFeeds(tools: {
  db: Db;
  secret: string;
  publicUrl: string;
  supportEmail: string;
}) {
  const { db, secret, publicUrl, supportEmail } = tools;
  const urlOf = (token: string) => `${publicUrl}/feeds/${token}.xml`;

  /** Only its owner's session opens a refunded episode; others may know the feed's address. */
  const refundedByHand = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.podcastId, podcasts.id),
        // A refund begun at Paddle has no reason, and ends the links once the money has gone.
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
    /** Makes the address at the first call; it stays the same ever after. */
    async addressOf(user: User): Promise<string> {
      if (user.feedToken) return urlOf(user.feedToken);
      // Two concurrent requests both get the first one's address.
      return keep(user, sql`coalesce(${users.feedToken}, ${newFeedToken(secret)})`);
    },

    /** The old address and its enclosures stop working. */
    changeAddress: (user: User) => keep(user, newFeedToken(secret)),

    /** Throws `Problem('not_found')`, and `Problem('expired')` for an address that was replaced. */
    async read(token: string) {
      const [owner] = await db.select().from(users).where(eq(users.feedToken, token));
      if (!owner) throw wasGiven(token, secret) ? gone() : nothing();
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
      const ids = rows.map(({ id }) => id);
      const opened = await openingsOf(db, ids);
      const read = await sourcesOf(db, ids);
      const items = rows.flatMap((row): Item[] => {
        const { id, audioBytes, completedAt, outline } = row;
        if (audioBytes === null || completedAt === null) return [];
        const end = (row.durationSeconds ?? 0) * 1000;
        const chapters = outline ? chaptersOf(outline, opened.get(id) ?? [], end) : [];
        // Not only the owner may know the feed's address.
        const present = (source: ReadSource) => presentSource(source, row.showsSources);
        const sources = (read.get(id) ?? []).map(present);
        const madeAs = outline?.title ?? row.title;
        const own = { token: enclosureToken(row, token), madeAs, audioBytes, completedAt };
        return [{ ...row, ...own, chapters, sources }];
      });
      const { firstName } = owner;
      const feedUrl = urlOf(token);
      const guid = guidOf(`accounts/${owner.id}/${owner.createdAt.toISOString()}`);
      const rss = rssOf({ feedUrl, guid, publicUrl, supportEmail, firstName, items });
      return { rss, ...(await lastChange(db, owner.id)) };
    },
  };
}

const gone = () => new Problem('expired', 'This feed has a new address now');
const nothing = () => new Problem('not_found', 'There is nothing at this address');

async function openingsOf(db: Db, ids: number[]) {
  if (!ids.length) return new Map<number, never[]>();
  const { podcastId, section, startMilliseconds } = podcastLines;
  const rows = await db
    .select({ podcastId, section, startMilliseconds: min(startMilliseconds) })
    .from(podcastLines)
    .where(and(inArray(podcastId, ids), isNotNull(startMilliseconds)))
    .groupBy(podcastId, section)
    .orderBy(asc(section));
  return Map.groupBy(rows, (row) => row.podcastId);
}

/** When anything that the feed shows last changed; most of it also sets `users.updatedAt`. */
async function lastChange(db: Db, userId: number) {
  const [row] = await db
    .select({
      now: sql<string>`clock_timestamp()`,
      at: sql<string>`greatest(${users.updatedAt},
        (select max(${podcasts.completedAt}) from ${podcasts} where ${podcasts.userId} = ${userId}),
        (select max(${orders.chargebackChangedAt}) from ${orders} where ${orders.userId} = ${userId}))`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw nothing();
  const [changedAt, now] = [new Date(row.at), new Date(row.now)];
  // False within the second of a change: HTTP times count in seconds.
  return { changedAt, isSettled: secondOf(changedAt) < secondOf(now) };
}

const secondOf = (time: Date) => Math.floor(time.getTime() / 1000);

/** The namespace of `podcast:guid` (podcast-namespace `docs/1.0.md`, "Guid"). */
const NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6';

/** UUIDv5 of an address without the scheme. Ours must not change with the feed's address. */
export function guidOf(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  const hash = createHash('sha1').update(NAMESPACE, 'hex').update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const RANDOM = 22;
const SEAL = 10;

/** 176 random bits, and a seal that tells a replaced address from one that never existed. */
function newFeedToken(secret: string): string {
  const random = randomBytes(RANDOM);
  return Buffer.concat([random, sealOf(random, secret)]).toString('base64url');
}

function wasGiven(token: string, secret: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== RANDOM + SEAL) return false;
  return timingSafeEqual(bytes.subarray(RANDOM), sealOf(bytes.subarray(0, RANDOM), secret));
}

function sealOf(random: Buffer, secret: string): Buffer {
  const seal = createHmac('sha256', secret).update('address of a feed:').update(random).digest();
  return seal.subarray(0, SEAL);
}
