import path from 'node:path';
import { z } from 'zod';
import { elevenlabsAccount, freshElevenlabs } from './elevenlabs/account.ts';
import { freshGoogle, googleAccount } from './google/account.ts';
import { freshOpenai, openaiAccount } from './openai/account.ts';
import { freshPaddle, paddleAccount } from './paddle/account.ts';
import { freshS3, s3Account } from './s3/account.ts';
import { openSettings, type Settings } from './settings.ts';
import { freshSmtp, smtpAccount } from './smtp/account.ts';

/** Set by `PUT /standins/accounts`; by default all is as the product needs it. */
export const accountSettings = z.strictObject({
  openai: openaiAccount.prefault({}),
  elevenlabs: elevenlabsAccount.prefault({}),
  paddle: paddleAccount.prefault({}),
  google: googleAccount.prefault({}),
  s3: s3Account.prefault({}),
  smtp: smtpAccount.prefault({}),
});

/** Accounts on their first day. */
export const freshAccounts: z.input<typeof accountSettings> = {
  openai: freshOpenai,
  elevenlabs: freshElevenlabs,
  paddle: freshPaddle,
  google: freshGoogle,
  s3: freshS3,
  smtp: freshSmtp,
};

export type Accounts = Settings<typeof accountSettings>;

export const openAccounts = (dir: string): Accounts =>
  openSettings(path.join(dir, 'accounts.json'), accountSettings);
