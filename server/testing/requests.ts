import { randomUUID } from 'node:crypto';
import { and, desc, eq, like } from 'drizzle-orm';
import { emails } from '../base/db/tables.ts';
import type { Accounts } from './accountsHarness.ts';
import { nobody, somebody } from './roles.ts';
import { someone, tokenFor } from './signInWithGoogle.ts';
import { sourceText } from './sourceText.ts';
import type { TestApp } from './testApp.ts';

/** Fills a call's placeholders with ids of the seeded accounts, or with `id`. */
export function fill(call: string, { things, open, failed }: Accounts, id?: string): string {
  const path = call.replace(/([\w-]+)\/:\w+/g, (place, room: string) => {
    // Only an unpaid order can be paid, and only a failed episode retried.
    const [, act = ''] = /\/(checkout|retry)$/.exec(call) ?? [];
    const thing = { checkout: open, retry: failed }[act] ?? things[place];
    if (!thing) throw new Error(`no seeded account has ${place}`);
    return `${room}/${id ?? thing}`;
  });
  return path.replace(':number', '1');
}

export const bodies: Record<string, (app: TestApp, accounts: Accounts) => unknown> = {
  'POST /api/auth/register': () => ({ email: `${randomUUID()}@example.com`, password: 'secret1' }),
  'POST /api/auth/login': (_, { owner }) => ({ email: owner.email, password: 'secret1' }),
  'POST /api/auth/firebase-session': async (app) => {
    const mira = someone();
    return { firebaseToken: await tokenFor(app, mira), user: { uid: mira.uid } };
  },
  'POST /api/auth/forgot-password': (_, { owner }) => ({ email: owner.email }),
  'POST /api/auth/reset-password': async (app, { owner }) => {
    await nobody(app).ask('POST /api/auth/forgot-password', { email: owner.email });
    const token = await tokenIn(app, 'reset', owner.email);
    return { token, password: 'brand new', confirmPassword: 'brand new' };
  },
  'POST /api/auth/verify-email': async (app, { owner }) => ({
    token: await tokenIn(app, 'welcome', owner.email),
  }),
  'POST /api/account/disown': async (app) => {
    const { email } = await somebody(app);
    return { token: await tokenIn(app, 'welcome', email, 'disown') };
  },
  'POST /api/auth/dev-mode': () => ({ value: 'user' }),
  'PATCH /api/account': () => ({ firstName: 'Mira' }),
  'DELETE /api/account': () => ({ password: 'secret1' }),
  'POST /api/briefs': () => ({ topic: 'Why do cats purr?' }),
  // A new topic each time: what was asked for before is not new.
  'POST /api/previews': (_, { request }) => ({ ...request, topic: `Why ${randomUUID()} purrs` }),
  'POST /api/sources': () => ({ text: sourceText('A cat purrs at about 25 hertz.') }),
  'POST /api/quotes': () => ({ duration: 10 }),
  'POST /api/orders': (_, { request }) => request,
  'PATCH /api/orders/:id': () => ({ email: 'else@example.com' }),
  'PATCH /api/podcasts/:publicId': () => ({ title: 'The tides' }),
  'PUT /api/podcasts/:token/position': () => ({ seconds: 1 }),
  'POST /api/listen/:token/verdict': () => ({ right: true }),
  'POST /api/listen/:token/listens': () => ({ embedded: true }),
  'POST /api/contact': () => ({ email: 'ann@example.com', message: 'Hello' }),
  'POST /api/reports': (_, { things }) => ({
    token: things['listen/:token'],
    reason: 'Something else',
  }),
  'POST /api/admin/discount-codes': () => ({ code: randomUUID(), discountPercent: 10 }),
  'PATCH /api/admin/discount-codes/:id': () => ({ isActive: false }),
  'POST /api/admin/orders/:id/refund': () => ({ reason: 'They asked' }),
  'POST /api/admin/checks': () => ({ buy: false }),
  'POST /api/admin/models': () => ({
    script: 'gpt-6-luna',
    speech: 'eleven_flash_v2_5',
    format: 'pcm_24000',
  }),
  'PATCH /api/admin/features': () => ({ memory: false }),
  'POST /api/admin/podcasts/:publicId/retry': () => ({ gift: false }),
  'PUT /api/admin/podcasts/:publicId/sample': () => ({ isSample: true }),
  'PATCH /api/admin/podcasts/:publicId/sources/:number': () => ({ isRemoved: true }),
  'PATCH /api/admin/podcasts/:publicId/facts/:number': () => ({ isRemoved: true }),
};

export const headers: Record<string, (app: TestApp) => Promise<Record<string, string>>> = {
  'POST /api/auth/token-sync': async (app) => ({
    authorization: `Bearer ${await tokenFor(app, someone())}`,
  }),
  'GET /api/logout': async () => ({ 'sec-fetch-site': 'same-origin' }),
};

async function tokenIn(
  app: TestApp,
  kind: string,
  recipient: string,
  name = 'token|proof',
): Promise<string> {
  const [message] = await app.db
    .select()
    .from(emails)
    .where(and(like(emails.kind, kind), eq(emails.recipient, recipient)))
    .orderBy(desc(emails.id));
  const link = new RegExp(`[?&](?:${name})=([\\w.-]+)`);
  const token = link.exec(message?.content?.text ?? '')?.[1];
  if (!token) throw new Error(`no ${kind} email with a link`);
  return token;
}
