import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/client.ts';
import { SalesContext } from '../api/sales.ts';
import { AuthProvider } from '../api/session/session.tsx';
import { ToastProvider } from '../ui/Toast.tsx';

type Answer = unknown | ((body: unknown) => Reply | Promise<Reply>);
type Reply = { status: number; body: unknown; headers?: Record<string, string> };
export type Sent = { call: string; body: unknown; headers: Headers; credentials: string };

/**
 * Answers requests by `METHOD /path?query` and returns a growing list of those sent. A request
 * without an answer fails as if the connection were lost.
 */
export function serve(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input)}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init?.headers);
    sent.push({ call, body, headers, credentials: init?.credentials ?? '' });
    if (!(call in answers)) throw new TypeError(`No answer for ${call}`);
    const answer = answers[call];
    const reply =
      typeof answer === 'function'
        ? await Promise.race([answer(body), aborted(init?.signal)])
        : { status: 200, body: answer };
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    // A 204 may not have a body, not even an empty one.
    const { status, headers: replied = {} } = reply;
    return new Response(text || null, { status, headers: replied });
  };
  return sent;
}

/** Rejects once the request is aborted, as a browser does. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

export function open(path: string, screen: ReactNode, historyState: unknown = null) {
  window.history.replaceState(historyState, '', path);
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <AuthProvider>{screen}</AuthProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
}

export const inHouse = (screen: ReactNode) => <SalesContext value={false}>{screen}</SalesContext>;

export const here = () => window.location.pathname + window.location.search;
