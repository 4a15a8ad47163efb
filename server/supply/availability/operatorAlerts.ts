import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CreditsState } from '#shared/credits.ts';
import type { DbOrTx } from '../../base/db/openDatabase.ts';
import {
  capEmail,
  creditsLowEmail,
  keyEmail,
  lateEmail,
  refusedEmail,
  voiceRefusedEmail,
  voicesEndEmail,
} from '../../mail/email/templates/operator.ts';
import type { Outbox } from '../../mail/outbox/outbox.ts';

export type OperatorAlerts = ReturnType<typeof openOperatorAlerts>;

/** Emails `supportEmail`, which a person reads, at most once a day about each problem. */
export function openOperatorAlerts(tools: {
  outbox: Pick<Outbox, 'post'>;
  publicUrl: string;
  supportEmail: string;
}) {
  const { outbox, publicUrl, supportEmail } = tools;

  async function post(
    tx: DbOrTx,
    about: string,
    reason: string,
    message: ReturnType<typeof capEmail>,
  ): Promise<void> {
    const { rows } = await tx.execute<{ day: string }>(
      sql`select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`,
    );
    // The day is part of the key, so that a second email on the same day is dropped.
    const kind = `${reason}-${rows[0]?.day}`;
    await outbox.post(tx, { about, kind, to: supportEmail, message });
  }

  const from = { publicUrl, supportEmail };
  return {
    refused: (tx: DbOrTx, provider: string, message: string) =>
      post(tx, `provider:${provider}`, 'refused', refusedEmail({ provider, message, ...from })),
    /** `cap` in micro-dollars. */
    capReached: (tx: DbOrTx, cap: number) =>
      post(tx, 'spending', 'cap', capEmail({ cap, ...from })),
    /** `minutes` is how long the oldest has been in production. */
    late: (tx: DbOrTx, late: { episodes: number; minutes: number }) =>
      post(tx, 'production', 'late', lateEmail({ ...late, ...from })),
    voiceRefused: (tx: DbOrTx, voice: { voiceId: string; name: string; message: string }) =>
      post(tx, `voice:${voice.voiceId}`, 'refused', voiceRefusedEmail({ ...voice, ...from })),
    voicesEnd(tx: DbOrTx, voices: { id: string; name: string; end: Date }[]) {
      const ends = hashParts(voices.map(({ id, end }) => `${id} ${end.toISOString()}`));
      return post(tx, `voices:${ends}`, 'end', voicesEndEmail({ voices, ...from }));
    },
    keyEnds: (tx: DbOrTx, key: Omit<Parameters<typeof keyEmail>[0], keyof typeof from>) =>
      post(tx, `paddle ${key.kind}`, `key-${key.news}`, keyEmail({ ...key, ...from })),
    /** Sent once, until credits are renewed or topped up. */
    creditsLow(tx: DbOrTx, credits: CreditsState) {
      const { renewedAt, limit, at } = credits;
      // If the account does not say when credits renew, assume calendar months.
      const about = `credits:${renewedAt ?? at.slice(0, 7)}:${limit}`;
      const message = creditsLowEmail({ ...credits, ...from });
      return outbox.post(tx, { about, kind: 'low', to: supportEmail, message });
    },
  };
}

const hashParts = (parts: string[]) => createHash('sha256').update(parts.join()).digest('hex');
