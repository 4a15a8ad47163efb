import type { CalendarDate } from './dates.ts';
import type { DigitDate } from './digitDates.ts';
import { type Evidence, keyOf, type SourceDate } from './evidence.ts';
import type { Statement } from './statements.ts';

/** Whether the sources hold a date: its day with its month, and its year with both unless it stands apart. */
export function hasDate(
  statement: Extract<Statement, { date: CalendarDate } | { digits: unknown }>,
  evidence: Evidence,
): boolean {
  if ('digits' in statement) return statement.digits.readings.some((date) => has(date, evidence));
  const { month, days, year } = statement.date;
  const rest = year ? { month, year: year.values[0] ?? 0 } : { month };
  const dates = days.map((day): SourceDate => ({ ...rest, day: day.values[0] ?? 0 }));
  return (dates.length ? dates : [rest]).every((date) => has(date, evidence));
}

const has = (date: SourceDate | DigitDate, evidence: Evidence) =>
  evidence.dates.some(
    (source) =>
      source.month === date.month &&
      (date.day === undefined || source.day === date.day) &&
      (date.year === undefined ||
        source.year === date.year ||
        isApart(date.year, source, evidence)),
  );

/** Where a source's date has no year, the year may stand elsewhere. */
const isApart = (year: number, source: SourceDate, { byValue }: Evidence) =>
  source.year === undefined && byValue.has(keyOf(year));
