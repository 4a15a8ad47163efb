import { ProviderFailure } from '../provider.ts';

/** How long a mail server may be silent, ms. */
interface Patience {
  /** Before the whole letter is on its way, */
  idle: number;
  /** and after that, while it makes up its mind. */
  verdict: number;
}

/**
 * Watches one SMTP conversation by what its logger is told of it. Before the letter is on its way
 * the conversation is broken off by silence or by the caller; from then on the server alone knows
 * whether it has the letter, and whoever hangs up too early sends it twice (RFC 5321, 4.5.3.2.6).
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
    /** Told of every line that goes over the wire, and of the letter's end. */
    logger: { debug: note, info: note },
    close() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', left);
    },
  };
}
