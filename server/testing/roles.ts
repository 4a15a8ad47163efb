import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { users } from '../base/db/tables.ts';
import { cookieOf } from './cookie.ts';
import type { TestApp } from './testApp.ts';

export interface Reply {
  status: number;
  /** The content type without parameters; empty if there is none. */
  type: string;
  /** `Cache-Control`; empty if there is none. */
  cache: string;
  text: string;
}

export interface Person {
  id: number;
  email: string;
  /**
   * Sends a call such as `GET /api/orders`. A string `body` is sent unchanged, anything else as
   * JSON. Empty headers are omitted, redirects are not followed, and only the head of an event
   * stream is read.
   */
  ask(call: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

const password = 'secret1';

export const nobody = (app: TestApp): Person => personWith(app, { id: 0, email: '' }, null);

/** Its password is `secret1`. */
export async function somebody(app: TestApp, more: Partial<typeof users.$inferInsert> = {}) {
  const email = `${randomUUID()}@example.com`;
  const reply = await app
    .visitor()
    .post('/api/auth/register')
    .send({ email, password, setupCode: await app.setupCode() })
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
        // Sent as bytes, because fetch adds a content type to strings.
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
