import { eq, isNull, sql } from 'drizzle-orm';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { voiceStates } from '../../base/db/tables.ts';

export interface VoiceState {
  hasSample: boolean;
  /** The provider's words; null if no failure is known. */
  refusal: string | null;
}

export type VoiceStates = ReturnType<typeof openVoiceStates>;

/** `settings` are the narrator's: another model needs new samples. */
export function openVoiceStates(db: Db, settings: string) {
  const target = [voiceStates.voiceId, voiceStates.settings];
  const now = sql`now()`;

  return {
    async all(): Promise<Map<string, VoiceState>> {
      const rows = await db.select().from(voiceStates).where(eq(voiceStates.settings, settings));
      return new Map(
        rows.map(({ voiceId, sampledAt, failedAt, reason }) => [
          voiceId,
          { hasSample: sampledAt !== null, refusal: failedAt && (reason ?? 'refused') },
        ]),
      );
    },
    /** The sample was just bought and stored, which clears an earlier refusal. */
    async spoke(voiceId: string): Promise<void> {
      const set = { sampledAt: now, failedAt: null, reason: null };
      await db
        .insert(voiceStates)
        .values({ voiceId, settings, ...set })
        .onConflictDoUpdate({ target, set });
    },
    /** The sample was stored already: the voice worked once, which says nothing about now. */
    async found(voiceId: string): Promise<void> {
      await db
        .insert(voiceStates)
        .values({ voiceId, settings, sampledAt: now })
        .onConflictDoUpdate({
          target,
          set: { sampledAt: now },
          setWhere: isNull(voiceStates.sampledAt),
        });
    },
    async refused(tx: DbOrTx, voiceId: string, reason: string): Promise<void> {
      const set = { failedAt: now, reason };
      await tx
        .insert(voiceStates)
        .values({ voiceId, settings, ...set })
        .onConflictDoUpdate({ target, set });
    },
    /** Returns false if this end was announced already. */
    async announceEnd(tx: DbOrTx, voiceId: string, end: Date): Promise<boolean> {
      const announced = await tx
        .insert(voiceStates)
        .values({ voiceId, settings, endAnnounced: end })
        .onConflictDoUpdate({
          target,
          set: { endAnnounced: end },
          setWhere: sql`${voiceStates.endAnnounced} is distinct from excluded.end_announced`,
        })
        .returning({ id: voiceStates.voiceId });
      return announced.length > 0;
    },
  };
}
