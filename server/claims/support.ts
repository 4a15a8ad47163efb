import { hasDate } from './dateSupport.ts';
import type { Evidence } from './evidence.ts';
import { isKnownName } from './nameSupport.ts';
import { faultOfNumber } from './numberSupport.ts';
import type { Statement } from './statements.ts';

export type Fault = 'number' | 'date' | 'unit' | 'name';

/** What of a statement stands in no source, or null. */
export function faultOf(statement: Statement, evidence: Evidence): Fault | null {
  if ('names' in statement) {
    return statement.names.every((name) => isKnownName(name, evidence)) ? null : 'name';
  }
  if ('number' in statement) return faultOfNumber(statement, evidence);
  if ('weekday' in statement) return evidence.weekdays.has(statement.weekday) ? null : 'date';
  return hasDate(statement, evidence) ? null : 'date';
}
