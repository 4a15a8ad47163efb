import { json, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { type Accounts, accountSettings } from './accounts.ts';
import { type Faults, type FaultyProvider, faultSettings } from './faults.ts';
import { html, sendPage } from './pages.ts';
import { type PurchaseLog, purchase } from './purchaseLog.ts';
import type { Settings } from './settings.ts';
import type { StandinAddresses } from './standin.ts';

interface ControlPanelOptions {
  purchaseLog: PurchaseLog;
  faults: Faults;
  accounts: Accounts;
  addresses: StandinAddresses;
}

export function controlPanel({
  purchaseLog,
  faults,
  accounts,
  addresses,
}: ControlPanelOptions): Router {
  const router = Router();

  router.get('/', (req, res) => sendPage(res, 'Stand-ins', indexPage(req.baseUrl, faults)));

  router.get('/faults', (_req, res) => res.json(faults.read()));
  router.put('/faults', json(), put(faults, faultSettings));
  router.get('/accounts', (_req, res) => res.json(accounts.read()));
  router.put('/accounts', json(), put(accounts, accountSettings));

  router.get('/ledger', (_req, res) => res.json({ entries: purchaseLog.read() }));
  router.get('/ledger/schema', (_req, res) => res.json(z.toJSONSchema(purchase)));

  // Includes the keys, for other instances on this machine that use the same stand-ins.
  router.get('/addresses', (_req, res) => res.json(addresses));

  return router;
}

function put<Schema extends z.ZodType>(settings: Settings<Schema>, schema: Schema) {
  return (req: Request, res: Response) => {
    const wanted = schema.safeParse(req.body);
    if (wanted.success) return res.json(settings.write(req.body));
    return res.status(400).json({ message: z.prettifyError(wanted.error), code: 'invalid' });
  };
}

const controls = [
  ['mail', 'Mailbox', 'Every email the product sent'],
  ['web', 'Web', 'Pages and documents to read, and addresses that give none'],
  ['ledger', 'Ledger', 'What the providers were asked, and what they charged'],
  ['ledger/schema', 'Ledger schema', 'What an entry looks like'],
  ['faults', 'Faults', 'PUT the same JSON back to make a provider slow, busy or broken'],
  [
    'accounts',
    'Accounts',
    'PUT the same JSON back to change what our account at a provider may do',
  ],
  ['addresses', 'Addresses', 'Where each provider is reached, with its keys'],
] as const;

function indexPage(base: string, faults: Faults) {
  const settings = faults.read();
  const names = Object.keys(settings) as FaultyProvider[];
  return html`<h1>Stand-ins</h1>
<p class="soft">Small local servers that speak the providers’ own protocols. Nothing here costs money or leaves this machine.</p>
<ul>${controls.map(
    ([path, name, what]) =>
      html`<li><a href="${base}/${path}"><strong>${name}</strong><small>${what}</small></a></li>`,
  )}</ul>
<h2>Providers</h2>
<ul>${names.map(
    (name) =>
      html`<li><div><strong>${name}</strong><small>${describeFaults(settings[name])}</small></div></li>`,
  )}</ul>`;
}

function describeFaults(faults: object): string {
  const good: object = faultSettings.shape.s3.parse({});
  const usual = {
    ...good,
    budgetError: 0,
    duplicate: 1,
    search: 'usual',
    reader: 'usual',
    sound: 'usual',
  };
  const odd = Object.entries(faults).filter(
    ([name, value]) => value && value !== usual[name as keyof typeof usual],
  );
  return odd.length
    ? odd.map(([name, value]) => `${name} ${value}`).join(', ')
    : 'having a good day';
}
