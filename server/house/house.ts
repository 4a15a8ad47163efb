import type { ClientConfig } from '#shared/config.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/tables.ts';

type HouseSettings = NonNullable<Config['house']>;

export type House = ReturnType<typeof openHouse>;

/** An installation that sells nothing (`SALES=off`): who may have an account, and how much each may order. */
export function openHouse({ db, signups, minutesAMonth }: HouseSettings & { db: Db }) {
  return {
    /** What browsers must know of it. */
    async present(): Promise<NonNullable<ClientConfig['house']>> {
      const [anybody] = await db.select({ id: users.id }).from(users).limit(1);
      return { signups, needsSetupCode: !anybody, minutesAMonth };
    },
  };
}
