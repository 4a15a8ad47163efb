import { afterEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../server/testing/testApp.ts';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

const real = { FIREBASE_API_KEY: 'AIza-real', FIREBASE_PROJECT_ID: 'night-desk' };

async function visit(env: Record<string, string>) {
  app = await openTestApp({ work: false, env });
  const ask = async (path: string) => (await fetch(app?.url + path)).text();
  return {
    popup: await ask('/emulator/auth/handler?authType=signInViaPopup'),
    firebase: JSON.parse(await ask('/api/config')).firebase,
    policy: (await fetch(`${app.url}/healthz`)).headers.get('content-security-policy') ?? '',
  };
}

it('the demo sign-in popup is at the root of the product’s origin, and its pages may frame it', async () => {
  const { popup, firebase, policy } = await visit({});
  expect(popup).toContain('Choose an account');
  expect(firebase.standin).toEqual({ url: '', script: '/standins/google/gapi.js' });
  expect(policy).toMatch(/frame-src [^;]*'self'/);
});

it('production has no demo sign-in popup, even where stand-ins are allowed', async () => {
  const { popup } = await visit({ NODE_ENV: 'production', ALLOW_STANDINS: 'true' });
  expect(popup).not.toContain('Choose an account');
});

it('there is no demo sign-in popup once Firebase is configured', async () => {
  const { popup, firebase, policy } = await visit(real);
  expect(popup).not.toContain('Choose an account');
  expect(firebase).toMatchObject({ apiKey: 'AIza-real', standin: null });
  expect(policy).toMatch(/frame-src [^;]*https:\/\/night-desk\.firebaseapp\.com/);
  expect(policy).not.toMatch(/frame-src [^;]*'self'/);
});
