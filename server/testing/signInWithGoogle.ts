import { randomUUID } from 'node:crypto';
import type { TestApp } from './testApp.ts';

export interface Someone {
  uid: string;
  sub: string;
  email: string;
  emailVerified?: boolean;
  name?: string;
  picture?: string | null;
  /** Age of the token, seconds. */
  age?: number;
}

export function someone(more: Partial<Someone> = {}): Someone {
  const id = randomUUID();
  return {
    uid: id,
    sub: id,
    email: `${id}@example.com`,
    name: 'Mira von Hagen',
    picture: 'https://lh3.example/mira.jpg',
    ...more,
  };
}

export async function tokenFor(app: TestApp, who: Someone): Promise<string> {
  const reply = await fetch(`${app.url}/standins/google/demo/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  if (!reply.ok) throw new Error(`no token: ${reply.status}`);
  return ((await reply.json()) as { idToken: string }).idToken;
}

export async function signInWithGoogle(app: TestApp, who: Someone, visitor = app.visitor()) {
  const firebaseToken = await tokenFor(app, who);
  return visitor.post('/api/auth/firebase-session').send({ firebaseToken, user: { uid: who.uid } });
}
