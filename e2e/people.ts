import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';

export type Role = 'signed out' | 'signed in' | 'admin';
export const ROLES: readonly Role[] = ['signed out', 'signed in', 'admin'];

const PASSWORD = 'secret1';
/** Made an admin by the product's own ADMIN_EMAILS (playwright.config.ts). */
const ADMIN = 'admin@example.com';

/** Makes this page's visitor somebody; by the API, because the forms have tests of their own. */
export async function become(page: Page, role: Role): Promise<void> {
  // A letter first: the auditor takes a lone digit, as an avatar, for a label that must be in the name.
  if (role === 'signed in') await enter(page, `mira-${randomUUID()}@example.com`);
  if (role === 'admin') await enterAsAdmin(page);
}

/** The admin's cookies, once signed in: one account may sign in only so often. */
let adminCookies: Awaited<ReturnType<BrowserContext['cookies']>> = [];

async function enterAsAdmin(page: Page): Promise<void> {
  const context = page.context();
  await context.addCookies(adminCookies);
  const { user } = await callApi<{ user: { isAdmin: boolean } | null }>(
    page,
    'GET',
    '/api/auth/me',
  );
  if (user?.isAdmin) return;
  await enter(page, ADMIN);
  adminCookies = await context.cookies();
}

async function enter(page: Page, email: string): Promise<void> {
  const made = await ask(page, 'POST', '/api/auth/register', { email, password: PASSWORD });
  if (made.ok()) return;
  const known = await ask(page, 'POST', '/api/auth/login', { email, password: PASSWORD });
  expect(known.ok(), `${email} can sign in`).toBe(true);
}

/** Asks the product as this page's visitor would, and gives the reply's JSON back. */
export async function callApi<T>(
  page: Page,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const reply = await ask(page, method, path, data);
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
  return (await reply.json()) as T;
}

function ask(page: Page, method: string, path: string, data?: unknown) {
  const { origin } = new URL(String(test.info().project.use.baseURL));
  const headers = { Origin: origin, 'Idempotency-Key': randomUUID() };
  return page.request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) });
}
