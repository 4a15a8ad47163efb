// jsdom has no types of its own; the tests read the feed with its XML parser.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string);
    readonly window: Window & typeof globalThis;
  }
}
