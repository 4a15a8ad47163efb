/*
 * How fast an episode could be made at best, from what the stand-ins logged and were told to be.
 * All times are seconds.
 */

/** The providers' configured speeds. */
export interface Speeds {
  /** From the request to the first token, of every call to the model. */
  firstToken: number;
  tokensPerSecond: number;
  /** One spoken line: this, and so much for each second of sound. */
  perLine: number;
  perSecond: number;
  /** Lines that may be spoken at once. */
  slots: number;
}

/** One episode as the stand-ins logged it. */
export interface Bought {
  /** Tokens of the outline's call, or calls. */
  outline: number[];
  /** Tokens of each call that wrote lines. */
  sections: number[];
  /** Seconds of sound of each line that was spoken. */
  lines: number[];
}

export interface Bound {
  /** All calls to the model one after another: a call needs what the one before it wrote. */
  script: number;
  /** Until the first line is written. */
  firstLine: number;
  /** Speaking one line of average length. */
  line: number;
  /** Speaking all lines when no slot is ever idle: ceil(lines / slots) x line. */
  speech: number;
  /** Lines are spoken while later ones are written. */
  overlapped: number;
  /** The script first, then lines in all slots. */
  parallel: number;
  /** The script first, then one line after another. */
  sequential: number;
}

/** Lower bounds of the three ways to make this episode, before whatever comes after the last line. */
export function boundOf({ outline, sections, lines }: Bought, speeds: Speeds): Bound {
  const { firstToken, tokensPerSecond, perLine, perSecond, slots } = speeds;
  const writing = (tokens: number[]) => tokens.length * firstToken + sum(tokens) / tokensPerSecond;
  const script = writing(outline) + writing(sections);
  const lineTokens = sum(sections) / Math.max(1, lines.length);
  const firstLine = writing(outline) + writing([lineTokens]);
  const line = perLine + perSecond * (sum(lines) / Math.max(1, lines.length));
  const speech = Math.ceil(lines.length / slots) * line;
  return {
    script,
    firstLine,
    line,
    speech,
    overlapped: Math.max(script + line, firstLine + speech),
    parallel: script + speech,
    sequential: script + lines.length * line,
  };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
