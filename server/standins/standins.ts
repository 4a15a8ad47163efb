import path from 'node:path';
import { Router } from 'express';
import type { ProviderName } from '../config.ts';
import { behindDoor, fromLoopback } from './doors.ts';
import { elevenlabsStandin } from './elevenlabs/elevenlabs.ts';
import { type FaultyProvider, openFaults } from './faults.ts';
import { faultGate } from './gate.ts';
import { openLedger } from './ledger.ts';
import { openaiStandin } from './openai/openai.ts';
import { paddleStandin } from './paddle/paddle.ts';
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
  /** Providers whose routes exist; by default all. */
  providers?: readonly ProviderName[];
}

/**
 * Opens every provider's stand-in as one router, which passes on what is not for it or not for
 * this client. `close` ends what they started.
 */
export async function openStandins(
  options: StandinsOptions,
): Promise<{ router: Router; addresses: StandinAddresses; close(): Promise<void> }> {
  const { dir, url, doors, open = false } = options;
  const ledger = openLedger(dir);
  const faults = openFaults(dir);
  const secret = openSecrets(dir);
  const toolsFor = (name: string): StandinTools => ({
    dir: path.join(dir, name),
    url: `${url}/${name}`,
    secret: (purpose) => secret(`${name} ${purpose}`),
    ledger,
    faults,
  });

  const standins = {
    openai: openaiStandin(toolsFor('openai')),
    elevenlabs: elevenlabsStandin(toolsFor('elevenlabs')),
    paddle: paddleStandin(toolsFor('paddle')),
    s3: s3Standin(toolsFor('s3')),
    smtp: await smtpStandin(toolsFor('mail')),
  };
  const addresses: StandinAddresses = {
    openai: standins.openai.address,
    elevenlabs: standins.elevenlabs.address,
    paddle: standins.paddle.address,
    s3: standins.s3.address,
    smtp: standins.smtp.address,
  };

  const router = Router();
  router.use((req, _res, next) => next(open || fromLoopback(req) ? undefined : 'router'));
  const exists = (name: FaultyProvider) =>
    options.providers?.some((provider) => provider.toLowerCase() === name) ?? true;
  const mountDoors = (place: string, name: FaultyProvider) => {
    const inside = standins[name].doors;
    if (inside && exists(name)) router.use(place, behindDoor(doors, inside));
  };
  mountDoors('/mail', 'smtp');
  mountDoors('/paddle', 'paddle');
  // Behind a closed door there is nothing, not even the API asking for its key.
  router.use('/paddle/demo', (_req, _res, next) => next('router'));
  for (const name of ['openai', 'elevenlabs', 'paddle', 's3'] as const) {
    if (exists(name)) router.use(`/${name}`, faultGate(name, faults), standins[name].router);
  }
  router.use(behindDoor(doors, switchboard({ ledger, faults, addresses })));

  return { router, addresses, close: () => closeAll(Object.values(standins), ledger) };
}

async function closeAll(standins: Standin<unknown>[], ledger: { close(): void }) {
  await Promise.all(standins.map((standin) => standin.close()));
  ledger.close();
}
