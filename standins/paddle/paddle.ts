import { Router } from 'express';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { paddleApi } from './api.ts';
import { browserScript } from './browser/script.ts';
import { demoCheckout } from './demoCheckout.ts';
import { openInvoices } from './invoices.ts';
import { openNotifier } from './notifier.ts';
import { openSellerAccount } from './seller.ts';
import { openStore } from './store.ts';

export function paddleStandin(tools: StandinTools): Standin<StandinAddresses['paddle']> {
  const key = tools.secret('api key');
  const apiKey = `pdl_sdbx_apikey_${key.slice(0, 26)}_${key.slice(26)}`;
  const read = () => tools.accounts.read().paddle;
  const webhookSecret = `pdl_ntfset_${tools.secret('webhook')}`;
  const store = openStore(tools.dir);
  const notifier = openNotifier({ store, secret: webhookSecret, faults: tools.faults, read });
  const account = openSellerAccount({ store, notifier, purchaseLog: tools.purchaseLog });
  const invoices = openInvoices({ url: tools.url, secret: tools.secret('invoices'), store });

  const router = Router();
  router.get('/paddle.js', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('text/javascript').send(browserScript());
  });
  // Mounted before the API, because an invoice link works without a key.
  router.use(invoices.router);
  router.use(paddleApi({ apiKey, store, account, notifier, invoices, read }));

  return {
    router,
    controls: demoCheckout(account, notifier),
    address: {
      baseUrl: tools.url,
      apiKey,
      webhookSecret,
      clientToken: `test_${tools.secret('client token').slice(0, 27)}`,
      script: `${tools.url}/paddle.js`,
      destinations: `${tools.url}/destinations`,
    },
    async close() {
      account.close();
      await notifier.close();
    },
  };
}
