import { z } from 'zod';

/**
 * Who is let in. `link`: whoever holds the secret in the path. `owner`: to everybody else the thing
 * does not exist. `admin`: to everybody else the address does not. `paddle`: whoever signs as
 * Paddle. `operator`: whoever says `METRICS_TOKEN`.
 */
export type Access = 'anyone' | 'link' | 'signed in' | 'owner' | 'admin' | 'paddle' | 'operator';

/** One call of the API. Schemas are the very ones that its route reads and writes by. */
export interface Operation {
  summary: string;
  access: Access;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Of success; 200 unless it is told. */
  status?: number;
  /** JSON by its schema, or the media type of what is none; left out where nothing comes back. */
  reply?: z.ZodType | string;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** By method and path, the path as Express has it: `GET /api/orders/:id`. */
export type Operations = Record<`${Method} /${string}`, Operation>;

/** What is answered where there is nothing to say but that it is done. */
export const done = z.object({ success: z.literal(true) });

/** One page of a list under its plural, newest first; `nextCursor` is null on the last. */
export const pageOf = <Name extends string, Row extends z.ZodType>(name: Name, row: Row) =>
  z.object({ [name]: z.array(row), nextCursor: z.string().nullable() });
