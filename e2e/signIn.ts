import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { addresses } from './addresses.ts';

export type Role = 'signed out' | 'signed in' | 'admin';
export const ROLES: readonly Role[] = ['signed out', 'signed in', 'admin'];

/** Admins by the product's own ADMIN_EMAILS. The second signs up in a browser, in admin.spec.ts. */
export const ADMINS = ['admin@example.com', 'desk@example.com'] as const;
export const PASSWORD = 'secret1';

/** Whoever asks the product: a page, or somebody without one. */
type Visitor = { request: APIRequestContext };

/** An address that nobody has used. */
export const newEmail = (name: string) => `${name}-${randomUUID()}@example.com`;

/** Makes this page's visitor somebody; by the API, because the forms have tests of their own. */
export async function become(page: Page, role: Role): Promise<void> {
  // A letter first: the auditor takes a lone digit, as an avatar, for a label that must be in the name.
  if (role === 'signed in') await register(page, newEmail('mira'));
  if (role === 'admin') await enterAsAdmin(page);
}

export async function register(visitor: Visitor, email: string): Promise<void> {
  await callApi(visitor, 'POST', '/api/auth/register', { email, password: PASSWORD });
}

/** The admin's cookies, once signed in: one account may sign in only so often. */
let adminCookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];

async function enterAsAdmin(page: Page): Promise<void> {
  const context = page.context();
  if (adminCookies.length === 0) {
    await register(page, ADMINS[0]);
    adminCookies = await context.cookies();
  }
  await context.addCookies(adminCookies);
}

/** Asks the product as this visitor would, and gives the reply's JSON back. */
export async function callApi<T>(
  { request }: Visitor,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const reply = await request.fetch(addresses.product + path, {
    method,
    headers: { Origin: addresses.product, 'Idempotency-Key': randomUUID() },
    ...(data === undefined ? {} : { data }),
  });
  expect(reply.ok(), `${method} ${path}: ${reply.status()} ${await reply.text()}`).toBe(true);
  return (await reply.json()) as T;
}
