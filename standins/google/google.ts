import { json, Router } from 'express';
import { z } from 'zod';
import { faultGate } from '../gate.ts';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { openAccounts } from './accounts.ts';
import { gapiScript } from './browser/scripts.ts';
import { identityApi } from './identity.ts';
import { openKeys } from './keys.ts';
import { popupPages } from './popup.ts';
import { popupError } from './restrictions.ts';
import { openSigner } from './signedValues.ts';
import { idToken } from './tokens.ts';

const PROJECT = 'demo-duologue';
const AUTH_DOMAIN = `${PROJECT}.firebaseapp.example`;

const person = z.object({
  uid: z.string(),
  sub: z.string(),
  email: z.email(),
  emailVerified: z.boolean().default(true),
  name: z.string().default(''),
  picture: z.string().nullable().default(null),
  /** In seconds. */
  age: z.number().default(0),
});

export function googleStandin(tools: StandinTools): Standin<StandinAddresses['google']> {
  const keys = openKeys(tools.dir);
  const accounts = openAccounts(tools.dir);
  const codes = openSigner(tools.secret('code'));
  const apiKey = tools.secret('api key').slice(0, 39);

  const router = Router();
  router.get('/gapi.js', (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('js').send(gapiScript());
  });
  // Stands in for
  // https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com.
  router.get('/certificates', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=3600').json(keys.certificates);
  });

  const controls = Router();
  controls.post('/demo/tokens', json(), (req, res) => {
    const { age, ...who } = person.parse(req.body);
    res.json({ idToken: idToken(keys, PROJECT, who, { now: Date.now() - age * 1000 }) });
  });

  // With these a caller can sign in as anybody: they are restricted like the demo checkout.
  const rootControls = Router();
  const account = () => tools.accounts.read().google;
  const mishap = (page: string) => popupError(account(), AUTH_DOMAIN, page);
  rootControls.use(popupPages({ accounts, codes, mishap }));
  rootControls.use(
    identityApi({
      apiKey,
      projectId: PROJECT,
      keys,
      accounts,
      codes,
      refreshes: openSigner(tools.secret('refresh token')),
      gate: faultGate('google', tools.faults),
      account,
    }),
  );

  return {
    router,
    controls,
    rootControls,
    address: {
      apiKey,
      projectId: PROJECT,
      authDomain: AUTH_DOMAIN,
      url: new URL(tools.url).origin,
      script: `${tools.url}/gapi.js`,
      certificates: `${tools.url}/certificates`,
    },
    close: async () => {},
  };
}
