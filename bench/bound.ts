/* Lower bounds of production times, from the stand-ins' log and speeds. Times are seconds. */

export interface Speeds {
  firstToken: number;
  tokensPerSecond: number;
  /** A line takes `perLine`, plus `perSecond` for each second of its audio. */
  perLine: number;
  perSecond: number;
  slots: number;
}

export interface Bought {
  /** Tokens of each call for the outline, its editor's included. */
  outline: number[];
  sections: number[];
  /** Seconds of audio of each line, or of each take where several lines are one request. */
  lines: number[];
}

export interface Bound {
  /** All calls to the model in sequence, as each call needs the text of the one before. */
  script: number;
  firstLine: number;
  line: number;
  /** For all lines if no slot is ever idle: ceil(lines / slots) x line. */
  speech: number;
  /** Lines are spoken while later ones are written. */
  overlapped: number;
  /** The whole script first, then lines in all slots. */
  parallel: number;
  /** The whole script first, then one line after another. */
  sequential: number;
}

/** The bounds leave out the work after the last line. */
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
