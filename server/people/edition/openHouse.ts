import type { ClientConfig } from '#shared/config.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import type { Config } from '../../supply/config/config.ts';
import { hasAccounts, openSetupCode } from './setupCode.ts';
import { openSignups } from './signups.ts';

type HouseSettings = NonNullable<Config['house']>;

export type House = ReturnType<typeof openHouse>;

export function openHouse(tools: HouseSettings & { db: Db; origin: string | null }) {
  const { db, signups, minutesAMonth, origin } = tools;
  return {
    signups: openSignups({ isOpen: signups }),
    /** Null once there is an account. */
    setupCode: () => openSetupCode(db),
    async present(): Promise<NonNullable<ClientConfig['house']>> {
      const needsSetupCode = !(await hasAccounts(db));
      return { signups, needsSetupCode, minutesAMonth, ...(origin && { address: origin }) };
    },
  };
}
