import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach } from 'vitest';
import type { Account } from '#shared/account.ts';
import { createQueryClient } from './api.ts';
import { AuthProvider } from './auth/session.tsx';
import { ToastProvider } from './ui/Toast.tsx';
import './ui/jsdom.ts';

// A busy machine is slower than the page; what never comes fails all the same.
configure({ asyncUtilTimeout: 4000 });

/** What the server of a test answers: JSON with 200, or whatever `reply` says. */
type Answer = unknown | ((body: unknown) => Reply | Promise<Reply>);
type Reply = { status: number; body: unknown };
export type Sent = { call: string; body: unknown; headers: Headers; credentials: string };

export const mira: Account = {
  id: 1,
  email: 'mira@example.com',
  username: 'mira',
  firstName: 'Mira',
  lastName: null,
  profileImageUrl: null,
  authProvider: 'local',
  isAdmin: false,
  emailVerified: false,
  hasPassword: true,
  subscriptionStatus: 'free',
  monthlyPodcastsGenerated: 0,
  hasUsedFreePodcast: false,
  hasMadeFirstPurchase: false,
};

/**
 * Stands at the edge of the network: answers by `METHOD /path?query` and lists what was sent.
 * A call nobody answers fails as a network would.
 */
export function serve(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init?.headers);
    sent.push({ call, body, headers, credentials: init?.credentials ?? '' });
    if (!(call in answers)) throw new TypeError(`Nobody answers ${call}`);
    const answer = answers[call];
    const reply = typeof answer === 'function' ? await answer(body) : { status: 200, body: answer };
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    // A 204 has no body, not even an empty one.
    return new Response(text || null, { status: reply.status });
  };
  return sent;
}

/** A screen as a visitor at `path` meets it. */
export function open(path: string, screen: ReactNode) {
  window.history.replaceState(null, '', path);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <AuthProvider>{screen}</AuthProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
}

/** Where the visitor is now. */
export const here = () => window.location.pathname + window.location.search;

/** How the page was scrolled; jsdom has no layout to scroll. */
export const scrolls: unknown[][] = [];

const network = globalThis.fetch;
beforeEach(() => {
  scrolls.length = 0;
  window.scrollTo = (...args: unknown[]) => void scrolls.push(args);
});
afterEach(() => {
  cleanup();
  globalThis.fetch = network;
});
