import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import { addresses } from './standins.ts';

export type Role = 'signed out' | 'signed in' | 'admin';
export const ROLES: readonly Role[] = ['signed out', 'signed in', 'admin'];

/** The product's ADMIN_EMAILS. The second one registers in a browser, in admin.spec.ts. */
export const ADMINS = ['admin@example.com', 'admin2@example.com'] as const;
export const PASSWORD = 'secret1';

type Visitor = { request: APIRequestContext };

export const newEmail = (name: string) => `${name}-${randomUUID()}@example.com`;

/** Signs in through the API; the forms have tests of their own. */
export async function become(page: Page, role: Role): Promise<void> {
  // The name starts with a letter: axe would take an avatar of one digit for a visible label.
  if (role === 'signed in') await register(page, newEmail('mira'));
  if (role === 'admin') await signInAsAdmin(page);
}

export async function register(visitor: Visitor, email: string): Promise<void> {
  await callApi(visitor, 'POST', '/api/auth/register', { email, password: PASSWORD });
}

/** Cached because sign-ins of one account are rate-limited. */
let adminCookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];

async function signInAsAdmin(page: Page): Promise<void> {
  const context = page.context();
  if (adminCookies.length === 0) {
    await register(page, ADMINS[0]);
    adminCookies = await context.cookies();
  }
  await context.addCookies(adminCookies);
}

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
  return (reply.status() === 204 ? undefined : await reply.json()) as T;
}
