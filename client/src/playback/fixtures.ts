import { act } from '@testing-library/react';
import type { Podcast } from '#shared/episode.ts';

/** The browser's end of an episode's event stream; the test acts as the server. */
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

/** Gives the browser an EventSource; the returned function takes it away again. */
export function openStreams(): () => void {
  Stream.opened = [];
  Object.assign(globalThis, { EventSource: Stream });
  return () => void Reflect.deleteProperty(globalThis, 'EventSource');
}
