import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '../db/tables.ts';
import type { TestApp } from './app.ts';
import { cookieOf } from './cookie.ts';

export interface Reply {
  status: number;
  /** Without its parameters; empty where nothing came. */
  type: string;
  /** `Cache-Control`; empty where it is not said. */
  cache: string;
  text: string;
}

export interface Person {
  id: number;
  email: string;
  /**
   * Sends `GET /api/orders` as this person's browser would; `body` as it is when it is a text,
   * else as JSON. Redirects are not followed, and of an event stream only the head is read. An
   * empty header is left out.
   */
  ask(call: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

const password = 'secret1';

/** A browser that is signed in nowhere. */
export const nobody = (app: TestApp): Person => personWith(app, { id: 0, email: '' }, null);

/** A fresh account, signed in; its password is `secret1`. */
export async function somebody(app: TestApp, more: Partial<typeof users.$inferInsert> = {}) {
  const email = `${randomUUID()}@example.com`;
  const reply = await app
    .visitor()
    .post('/api/auth/register')
    .send({ email, password })
    .expect(201);
  const id = reply.body.user.id as number;
  if (Object.keys(more).length) await app.db.update(users).set(more).where(eq(users.id, id));
  return personWith(app, { id, email }, cookieOf(reply));
}

function personWith(app: TestApp, who: { id: number; email: string }, cookie: string | null) {
  return {
    ...who,
    async ask(call: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
      const [method = '', path = ''] = call.split(' ');
      const all = {
        origin: app.origin,
        cookie: cookie ?? '',
        'content-type': body === undefined ? '' : 'application/json',
        ...headers,
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const reply = await fetch(app.url + path, {
        method,
        redirect: 'manual',
        headers: Object.entries(all).filter(([, value]) => value !== ''),
        // As bytes: to a text fetch adds a type of its own.
        ...(body !== undefined && { body: Buffer.from(text) }),
      });
      const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
      const streams = type === 'text/event-stream';
      if (streams) await reply.body?.cancel();
      const cache = reply.headers.get('cache-control') ?? '';
      return { status: reply.status, type, cache, text: streams ? '' : await reply.text() };
    },
  };
}
