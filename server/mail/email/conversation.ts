import { ProviderFailure } from '../../base/kit/provider.ts';

/** How long a mail server may be silent, ms. */
interface Patience {
  /** Until the whole message has been sent. */
  idle: number;
  /** After that, while it decides. */
  verdict: number;
}

/**
 * Until the whole message has been sent, silence or the caller aborts it. Afterwards only the
 * server knows whether it accepted the message, and hanging up too early would send it twice (RFC
 * 5321, 4.5.3.2.6).
 */
export function watchConversation(caller: AbortSignal | undefined, { idle, verdict }: Patience) {
  const end = new AbortController();
  const endFor = (reason: string) => end.abort(new ProviderFailure('SMTP', 'busy', reason));
  const silent = () => endFor('no reply in time');
  const left = () => endFor('broken off by us');
  caller?.addEventListener('abort', left);
  if (caller?.aborted) left();
  let timer = setTimeout(silent, idle);

  function note({ tnx }: { tnx?: string }): void {
    if (tnx !== 'message') return void timer.refresh();
    caller?.removeEventListener('abort', left);
    clearTimeout(timer);
    timer = setTimeout(silent, verdict);
  }

  return {
    signal: end.signal,
    logger: { debug: note, info: note },
    close() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', left);
    },
  };
}
