import { z } from 'zod';

const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  bad_credentials: 401,
  bad_signature: 401,
  forbidden: 403,
  cross_site: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  expired: 410,
  too_large: 413,
  unsupported_type: 415,
  discount_refused: 422,
  topic_refused: 422,
  source_refused: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export const problemBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;

/** The server replies with its message, and the browser finds it as an `ApiError`'s `problem`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  /** Seconds, if known. */
  retryAfter: number | undefined;

  constructor(code: ProblemCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.status = problemStatus[code];
    this.fields = fields;
  }
}
