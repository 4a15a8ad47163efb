import path from 'node:path';
import { Router } from 'express';
import { openAccounts } from './accounts.ts';
import { controlPanel } from './controlPanel.ts';
import { elevenlabsStandin } from './elevenlabs/elevenlabs.ts';
import { type FaultyProvider, openFaults } from './faults.ts';
import { faultGate } from './gate.ts';
import { googleStandin } from './google/google.ts';
import { fromLoopback, localOnly } from './localOnly.ts';
import { openaiStandin } from './openai/openai.ts';
import { paddleStandin } from './paddle/paddle.ts';
import { openPurchaseLog } from './purchaseLog.ts';
import { s3Standin } from './s3/s3.ts';
import { openSecrets } from './secrets.ts';
import { smtpStandin } from './smtp/smtp.ts';
import type {
  Standin,
  StandinAddresses,
  Standins,
  StandinsOptions,
  StandinTools,
} from './standin.ts';
import { webStandin } from './web/web.ts';

/**
 * The router calls the next handler for requests that it does not serve or allow. Mount `root` at
 * the origin's root.
 */
export async function openStandins(options: StandinsOptions): Promise<Standins> {
  const { dir, url, controls, open = false } = options;
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
    web: webStandin(toolsFor('web')),
  };
  const addresses: StandinAddresses = {
    openai: standins.openai.address,
    elevenlabs: standins.elevenlabs.address,
    paddle: standins.paddle.address,
    google: standins.google.address,
    s3: standins.s3.address,
    smtp: standins.smtp.address,
    web: standins.web.address,
  };

  const router = Router();
  router.use((req, _res, next) => next(open || fromLoopback(req) ? undefined : 'router'));
  // The web is no provider: it exists for OpenAI's stand-in, whose search finds its pages.
  const exists = (name: FaultyProvider): boolean =>
    name === 'web'
      ? exists('openai')
      : (options.providers?.some((provider) => placeOf(provider) === name) ?? true);
  const mountControls = (place: string, name: FaultyProvider) => {
    const inside = standins[name].controls;
    if (inside && exists(name)) router.use(place, localOnly(controls, inside));
  };
  mountControls('/mail', 'smtp');
  mountControls('/paddle', 'paddle');
  mountControls('/google', 'google');
  mountControls('/web', 'web');
  // Without controls these paths do not exist: they must not reach the API, which answers 403.
  router.use(['/paddle/demo', '/google/demo'], (_req, _res, next) => next('router'));
  for (const name of ['openai', 'elevenlabs', 'paddle', 'google', 's3', 'web'] as const) {
    if (exists(name)) router.use(`/${name}`, faultGate(name, faults), standins[name].router);
  }
  const root = Router();
  for (const name of Object.keys(standins) as FaultyProvider[]) {
    const inside = standins[name].rootControls;
    if (inside && exists(name)) root.use(localOnly(controls, inside));
  }
  router.use(localOnly(controls, controlPanel({ purchaseLog, faults, accounts, addresses })));

  return { router, root, addresses, close: () => closeAll(Object.values(standins), purchaseLog) };
}

/** Google's stand-in serves Firebase. */
function placeOf(provider: string): string {
  return provider === 'Firebase' ? 'google' : provider.toLowerCase();
}

async function closeAll(standins: Standin<unknown>[], purchaseLog: { close(): void }) {
  await Promise.all(standins.map((standin) => standin.close()));
  purchaseLog.close();
}
