import type { Amount } from './amounts.ts';
import { belowHundred } from './cardinals.ts';
import { spokenAt } from './spokenNumbers.ts';
import { type Token, tokenAt } from './tokens.ts';

const HALF_DAY = 12 * 60;

/** A time of day, in minutes after noon or midnight: "10:30", "3 pm", "half past nine", "ten o'clock". */
export function clockAt(tokens: Token[], at: number): Amount | null {
  return written(tokens, at) ?? past(tokens, at) ?? oClock(tokens, at);
}

const clock = (hours: number, minutes: number, to: number): Amount => ({
  values: [(hours * 60 + minutes + HALF_DAY) % HALF_DAY],
  form: 'clock',
  to,
});

function written(tokens: Token[], at: number): Amount | null {
  const [hours, colon, minutes] = [0, 1, 2].map((step) => tokenAt(tokens, at + step));
  if (colon?.text !== ':' || !colon.glued || !minutes?.glued) return null;
  if (!/^\d\d?$/.test(hours?.text ?? '') || !/^[0-5]\d$/.test(minutes.text)) return null;
  if (isRatio(tokens, at)) return null;
  return clock(Number(hours?.text), Number(minutes.text), withHalf(tokens, at + 3));
}

const RATIO = /^(?:scale|ratio|odds|map|ma\u00dfstab|massstab|escala|mapa)$/;

/** "A scale of 1:50", "Ma\u00dfstab 1:50", "1:25 000". */
function isRatio(tokens: Token[], at: number): boolean {
  const { word } = tokenAt(tokens, at - 1);
  if (RATIO.test(/^(?:of|de|von)$/.test(word) ? tokenAt(tokens, at - 2).word : word)) return true;
  const [minutes, next] = [tokenAt(tokens, at + 2), tokenAt(tokens, at + 3)];
  return /^\d{3}$/.test(next.text) && next.at === minutes.end + 1;
}

const withHalf = (tokens: Token[], at: number) =>
  /^(?:am|pm|uhr)$/.test(tokenAt(tokens, at).word) ? at + 1 : at;

/** "A quarter past three", "twenty minutes to nine"; "ten to twelve" may be a range. */
function past(tokens: Token[], at: number): Amount | null {
  const start = tokenAt(tokens, at).word === 'a' ? at + 1 : at;
  const { word } = tokenAt(tokens, start);
  const part = word === 'half' ? 30 : word === 'quarter' ? 15 : 0;
  const count = part ? { value: part, to: start + 1 } : belowHundred(tokens, start);
  if (!count) return null;
  const isNamed = /^minutes?$/.test(tokenAt(tokens, count.to).word);
  const way = isNamed ? count.to + 1 : count.to;
  const { word: direction } = tokenAt(tokens, way);
  const hour = belowHundred(tokens, way + 1);
  if (!hour || hour.value > 24) return null;
  const to = /^(?:o'clock)$/.test(tokenAt(tokens, hour.to).word) ? hour.to + 1 : hour.to;
  if (direction === 'past') return clock(hour.value, count.value, to);
  const isTo = direction === 'to' && (part === 15 || isNamed || to > hour.to);
  return isTo ? clock(hour.value, -count.value, to) : null;
}

/** "Ten o'clock", "nine oh five a.m.", "15 Uhr". */
function oClock(tokens: Token[], at: number): Amount | null {
  const { kind, text } = tokenAt(tokens, at);
  const isDigits = kind === 'digits' && /^\d\d?(?:\.[0-5]\d)?$/.test(text);
  const hour = isDigits ? digits(text, at) : spokenAt(tokens, at);
  if (!hour || !/^(?:o'clock|am|pm|uhr)$/.test(tokenAt(tokens, hour.to).word)) return null;
  const isPair = 'form' in hour && hour.form === 'pair';
  const hours = isPair || hour.value > 24 ? Math.floor(hour.value / 100) : hour.value;
  const minutes = hours === hour.value ? 0 : hour.value % 100;
  return hours > 24 || minutes > 59 ? null : clock(hours, minutes, hour.to + 1);
}

function digits(text: string, at: number) {
  const [hours = '', minutes] = text.split('.');
  const value = minutes ? Number(hours) * 100 + Number(minutes) : Number(hours);
  return { value, to: at + 1 };
}
