/** Names of the writer's functions that read what a model wrote. */
export const WRITERS_STEPS = [
  'declines',
  'tagsOf',
  'cleanText',
  'onlyDeclines',
  'turnsOf',
  'wordsOf',
  'sentencesOf',
];
export const STEPS = [...WRITERS_STEPS, 'inWords', 'isQuestion', 'gapBefore', 'repetitionOf'];

export const sayingOf = (step: string) => `They call it zq${step.toLowerCase()} here.`;

/**
 * Makes a function throw when it reads a text that names it, as `zqcleantext` does. Returns a
 * function that undoes this. It runs in any process (`preload.ts`), so it may use only what Node
 * has built in.
 */
export function throwOnWords(): () => void {
  const [text, pattern] = [String.prototype, RegExp.prototype] as unknown as Record<
    string,
    (...given: unknown[]) => unknown
  >[];
  const undo: (() => void)[] = [];
  function check(read: unknown): void {
    const at = String(read).indexOf('zq');
    if (at < 0) return;
    const [word] = /^[a-z]+/.exec(String(read).substring(at + 2)) ?? [''];
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 30;
    const frames = (new Error().stack ?? '').toLowerCase().split('\n');
    Error.stackTraceLimit = stackTraceLimit;
    // A stand-in in the same process may have functions of the same name.
    const isThere = (frame: string) => frame.includes(`at ${word} (`) && frame.includes('/server/');
    if (frames.some(isThere)) throw new RangeError(`made to throw in ${word}`);
  }
  let isChecking = false;
  function spoil(
    of: typeof text,
    name: string,
    readOf: (self: unknown, first: unknown) => unknown,
  ) {
    const method = of?.[name];
    if (!of || !method) return;
    undo.push(() =>
      Object.defineProperty(of, name, { value: method, configurable: true, writable: true }),
    );
    const value = function (this: unknown, ...given: unknown[]) {
      if (!isChecking) {
        isChecking = true;
        try {
          check(readOf(this, given[0]));
        } finally {
          isChecking = false;
        }
      }
      return method.apply(this, given);
    };
    Object.defineProperty(of, name, { value, configurable: true, writable: true });
  }
  for (const name of ['normalize', 'replace', 'split', 'match', 'trim', 'toLowerCase', 'slice']) {
    spoil(text, name, (self) => self);
  }
  for (const name of ['test', 'exec']) spoil(pattern, name, (_, first) => first);
  return () => {
    for (const one of undo) one();
  };
}
