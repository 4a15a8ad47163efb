import { timeOfDay } from '#shared/deliveryEstimate.ts';
import { ApiError, messageOf } from '../../api/client.ts';

export type Refusal = { sentence: string; mayRetry: boolean };

export function refusalFrom(error: unknown, now: Date): Refusal {
  if (!(error instanceof ApiError)) return { sentence: messageOf(error), mayRetry: true };
  const { problem, retryAfter } = error;
  if (!problem) return { sentence: 'That didn’t work. Try again in a moment.', mayRetry: true };
  const sentence = Object.values(problem.fields)[0] ?? problem.message;
  if (problem.code !== 'too_many') return { sentence, mayRetry: true };
  const again = new Date(now.getTime() + (retryAfter ?? 0) * 1000);
  const when = retryAfter === null ? '' : ` You can ask again after ${timeOfDay(again)}.`;
  return { sentence: sentence + when, mayRetry: false };
}
