import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import type { RouteParameters } from 'express-serve-static-core';
// Declares `req.user`.
import type {} from 'passport';
import { z } from 'zod';
import { Problem } from '#shared/problem.ts';
import { storable } from '#shared/storable.ts';
import { readUpload, type Upload } from './arrival.ts';

/**
 * `link`: anyone with the secret in the path. `owner`: to everyone else the thing does not exist.
 * `session`: the same, but the owner may have no account. `admin`: to everyone else the address
 * does not exist. `paddle`: requests signed by Paddle. `operator`: requests with `METRICS_TOKEN`.
 * `link`, `owner`, `session`, `paddle` and `operator` are checked by the handler.
 */
export type Access =
  | 'anyone'
  | 'link'
  | 'signed in'
  | 'owner'
  | 'session'
  | 'admin'
  | 'paddle'
  | 'operator';

/** Who may ask for what costs us before anything is ordered: in a house, only accounts. */
export type Asking = Extract<Access, 'anyone' | 'signed in'>;

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

interface Description {
  summary: string;
  access: Access;
  query?: z.ZodObject;
  /** Documented only: handlers read headers themselves. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  upload?: Upload;
  status?: number;
  reply?: z.ZodType;
  /** The reply's media type; with a schema `application/json` by default. */
  type?: string;
}

export interface Endpoint extends Description {
  call: string;
  path: string;
  handlers: (RequestHandler | ErrorRequestHandler)[];
}

interface Declaration<
  Call extends string,
  Allowed extends Access,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Type extends string,
  Output,
> extends Description {
  access: Allowed;
  query?: Query;
  body?: Body;
  upload?: Upload & {
    handle(request: {
      req: Request;
      res: Response;
      bytes: Buffer;
    }): NoInfer<Output> | Promise<NoInfer<Output>>;
  };
  /** The message for a refused body; by default its first complaint. */
  invalid?: string;
  reply?: z.ZodType<Output>;
  type?: Type;
  /** Runs before query and body are read: a rate limit, a body parser. */
  before?: RequestHandler;
  /** Answers a failure instead of `errorHandler`. */
  failed?: ErrorRequestHandler;
  handle(request: {
    req: Request;
    res: Response;
    user: Allowed extends 'signed in' | 'owner' | 'admin' ? Express.User : Express.User | null;
    params: RouteParameters<Call>;
    query: z.output<Query>;
    body: z.output<Body>;
  }): NoInfer<Output> | Promise<NoInfer<Output>>;
}

/** Content of the declared media type, or the response if the handler sends it itself. */
type Content = string | Buffer | Response;

export function endpoint<
  Call extends `${Uppercase<(typeof methods)[number]>} /${string}`,
  Allowed extends Access,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Type extends string = never,
  Output = [Type] extends [never] ? unknown : Content,
>(call: Call, declaration: Declaration<Call, Allowed, Query, Body, Type, Output>): Endpoint;
export function endpoint(
  call: string,
  declaration: Declaration<string, Access, z.ZodObject, z.ZodType, string, unknown>,
): Endpoint {
  const { invalid, before, failed, handle, ...description } = declaration;
  const { access, query, body, upload, reply, type, status = 200 } = description;
  const path = call.slice(call.indexOf(' ') + 1);

  const admit: RequestHandler = (req, res, next) => {
    res.locals.route = path;
    if ((access === 'signed in' || access === 'owner') && !req.user) {
      throw new Problem('unauthenticated', 'Please sign in first');
    }
    if (access === 'admin' && !req.user?.isAdmin) {
      throw new Problem('not_found', 'There is nothing at this address');
    }
    next();
  };

  const answer: RequestHandler = async (req, res) => {
    res.status(status);
    if (type) res.type(type);
    const result =
      upload && req.is(upload.type)
        ? await upload.handle({ req, res, bytes: await readUpload(req, upload) })
        : await handle({
            req,
            res,
            user: req.user ?? null,
            params: req.params,
            query: query ? parse(query, req.query) : {},
            body: body && parse(body, req.body, invalid),
          });
    if (reply) res.json(result);
    else if (type && result !== res) res.send(result);
    else if (!type && !res.headersSent) res.end();
  };

  const handlers = [admit, before, answer, failed].filter((handler) => handler !== undefined);
  return { ...description, call, path, handlers };
}

/** List a path's HEAD endpoint before its GET: Express answers HEAD by GET, too. */
export function routerOf(endpoints: Endpoint[]): Router {
  const router = Router();
  for (const { call, path, handlers } of endpoints) {
    const method = methods.find((name) => call.startsWith(`${name.toUpperCase()} `));
    if (method) router[method](path, handlers);
  }
  return router;
}

export const doneReply = z.object({ success: z.literal(true) });

export async function done(work: Promise<unknown>): Promise<z.infer<typeof doneReply>> {
  await work;
  return { success: true };
}

const UNKNOWN = 'There is no such field';
const UNSTORABLE = 'This has a character in it that can’t be stored';

/** Throws `Problem('invalid')` with the first message for each field; `message` is the headline. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  message?: string,
): z.output<Schema> {
  const unstorable = findUnstorable(value);
  if (unstorable) throw new Problem('invalid', message ?? UNSTORABLE, { [unstorable]: UNSTORABLE });
  const read = schema.safeParse(value ?? {}, { error: sentenceFor });
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const issue of read.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= UNKNOWN;
      continue;
    }
    const name = issue.path.join('.') || '_';
    fields[name] ??= issue.message;
  }
  throw new Problem('invalid', message ?? Object.values(fields)[0] ?? 'Invalid request', fields);
}

/** Returns the path of an unstorable text. Not recursive: JSON may nest deeper than the stack. */
function findUnstorable(whole: unknown): string | null {
  const all: [path: string, value: unknown][] = [['', whole]];
  for (const [path, value] of all) {
    const entries = typeof value === 'object' ? Object.entries(value ?? {}) : [];
    const texts = typeof value === 'string' ? [value] : entries.map(([name]) => name);
    if (texts.some((text) => text !== storable(text))) return path || '_';
    for (const [name, inner] of entries) all.push([path ? `${path}.${name}` : name, inner]);
  }
  return null;
}

/** For what a schema leaves open: zod's own sentences are for programmers. */
const sentenceFor: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined || input === '') return 'This is required';
  if (code !== 'too_big') return 'This can’t be used';
  return typeof input === 'number' ? 'This is too large' : 'This is too long';
};
