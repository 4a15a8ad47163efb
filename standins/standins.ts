import path from 'node:path';
import { Router } from 'express';
import { openAccounts } from './accounts.ts';
import { behindDoor, fromLoopback } from './doors.ts';
import { elevenlabsStandin } from './elevenlabs/elevenlabs.ts';
import { type FaultyProvider, openFaults } from './faults.ts';
import { faultGate } from './gate.ts';
import { googleStandin } from './google/google.ts';
import { openaiStandin } from './openai/openai.ts';
import { paddleStandin } from './paddle/paddle.ts';
import { openPurchaseLog } from './purchaseLog.ts';
import { s3Standin } from './s3/s3.ts';
import { openSecrets } from './secrets.ts';
import { smtpStandin } from './smtp/smtp.ts';
import type { Standin, StandinAddresses, StandinTools } from './standin.ts';
import { switchboard } from './switchboard.ts';

interface StandinsOptions {
  /** Folder in which everything outlives a kill -9. */
  dir: string;
  /** Where the router will be mounted, absolute, without a trailing slash. */
  url: string;
  /** Mailbox, faults, ledger, addresses and demo pay, for requests made at this machine. */
  doors: boolean;
  /** Lets other machines speak to the providers (`ALLOW_STANDINS`); never to the doors. */
  open?: boolean;
  /** The product's names of the providers whose routes exist; by default all. */
  providers?: readonly string[];
}

/**
 * Opens every provider's stand-in as one router, which passes on what is not for it or not for
 * this client. `root` belongs at the origin's root. `close` ends what they started.
 */
export async function openStandins(options: StandinsOptions): Promise<{
  router: Router;
  root: Router;
  addresses: StandinAddresses;
  close(): Promise<void>;
}> {
  const { dir, url, doors, open = false } = options;
  const purchaseLog = openPurchaseLog(dir);
  const faults = openFaults(dir);
  const accounts = openAccounts(dir);
  const secret = openSecrets(dir);
  const toolsFor = (name: string): StandinTools => ({
    dir: path.join(dir, name),
    url: `${url}/${name}`,
    secret: (purpose) => secret(`${name} ${purpose}`),
    purchaseLog,
    faults,
    accounts,
  });

  const standins = {
    openai: openaiStandin(toolsFor('openai')),
    elevenlabs: elevenlabsStandin(toolsFor('elevenlabs')),
    paddle: paddleStandin(toolsFor('paddle')),
    google: googleStandin(toolsFor('google')),
    s3: s3Standin(toolsFor('s3')),
    smtp: await smtpStandin(toolsFor('mail')),
  };
  const addresses: StandinAddresses = {
    openai: standins.openai.address,
    elevenlabs: standins.elevenlabs.address,
    paddle: standins.paddle.address,
    google: standins.google.address,
    s3: standins.s3.address,
    smtp: standins.smtp.address,
  };

  const router = Router();
  router.use((req, _res, next) => next(open || fromLoopback(req) ? undefined : 'router'));
  const exists = (name: FaultyProvider) =>
    options.providers?.some((provider) => placeOf(provider) === name) ?? true;
  const mountDoors = (place: string, name: FaultyProvider) => {
    const inside = standins[name].doors;
    if (inside && exists(name)) router.use(place, behindDoor(doors, inside));
  };
  mountDoors('/mail', 'smtp');
  mountDoors('/paddle', 'paddle');
  mountDoors('/google', 'google');
  // Behind a closed door there is nothing, not even the API asking for its key.
  router.use(['/paddle/demo', '/google/demo'], (_req, _res, next) => next('router'));
  for (const name of ['openai', 'elevenlabs', 'paddle', 'google', 's3'] as const) {
    if (exists(name)) router.use(`/${name}`, faultGate(name, faults), standins[name].router);
  }
  const root = Router();
  for (const name of Object.keys(standins) as FaultyProvider[]) {
    const inside = standins[name].rootDoors;
    if (inside && exists(name)) root.use(behindDoor(doors, inside));
  }
  router.use(behindDoor(doors, switchboard({ purchaseLog, faults, accounts, addresses })));

  return { router, root, addresses, close: () => closeAll(Object.values(standins), purchaseLog) };
}

/** Where a provider's stand-in is mounted; Firebase is the door to Google's accounts. */
function placeOf(provider: string): string {
  return provider === 'Firebase' ? 'google' : provider.toLowerCase();
}

async function closeAll(standins: Standin<unknown>[], purchaseLog: { close(): void }) {
  await Promise.all(standins.map((standin) => standin.close()));
  purchaseLog.close();
}
