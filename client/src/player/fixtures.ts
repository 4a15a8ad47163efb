import { act } from '@testing-library/react';
import type { Podcast } from '#shared/episode.ts';

/** A fake EventSource; the test plays the server. */
export class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }
  report(podcast: Podcast) {
    const data = JSON.stringify({ podcast });
    return act(async () => void this.dispatchEvent(new MessageEvent('podcast', { data })));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    return act(async () => void this.dispatchEvent(new Event('error')));
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

/** Installs the fake EventSource and returns its removal. */
export function openStreams(): () => void {
  Stream.opened = [];
  Object.assign(globalThis, { EventSource: Stream });
  return () => void Reflect.deleteProperty(globalThis, 'EventSource');
}
