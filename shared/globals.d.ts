// What browsers and Node have in common beyond ECMAScript; `shared/` may use nothing else.

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly hostname: string;
}

declare class URLSearchParams {
  constructor(query: Record<string, string>);
  set(name: string, value: string): void;
  toString(): string;
}
