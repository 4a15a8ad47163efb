import type { openChannel } from './channel.ts';

/* Runs in the browser, in the hidden frame: see `scripts.ts`. */

/** Forwards the popup's event to the parent page, which must be on this machine. */
export function startFrame(open: typeof openChannel): void {
  const local = /^https?:\/\/(localhost|[\w.-]+\.localhost|127\.[\d.]+|\[::1\])(:\d+)?$/;

  function greet(event: MessageEvent) {
    const { source, origin, data } = event;
    if (source !== window.parent || data?.kind !== 'hello' || !local.test(origin)) return;
    window.removeEventListener('message', greet);
    const page = open(() => window.parent, origin);
    page.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }));
    page.post('ready');
    // Like Google's frame when no redirect sign-in is pending.
    const error = { code: 'auth/no-auth-event', message: 'No redirect was waiting' };
    page.send('authEvent', { type: 'authEvent', authEvent: { type: 'unknown', error } });

    window.addEventListener('message', (popup) => {
      if (popup.origin !== location.origin || popup.data?.kind !== 'sendAuthEvent') return;
      page.send('authEvent', { type: 'authEvent', authEvent: popup.data.authEvent });
    });
  }
  window.addEventListener('message', greet);
}
