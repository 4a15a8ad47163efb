import type { Request, RequestHandler, Response } from 'express';
import type { StandinTools } from '../standin.ts';
import type { OpenaiAccount } from './account.ts';
import { parameterFault } from './parameters.ts';
import { rateLimit } from './rate.ts';
import { failure } from './wire.ts';

type Endpoint = Parameters<typeof parameterFault>[2];
type Refusal = [status: number, body: ReturnType<typeof failure>];

export function admission({ accounts }: Pick<StandinTools, 'accounts'>) {
  const limit = rateLimit();
  const check = (
    find: (account: OpenaiAccount, req: Request) => Refusal | null,
  ): RequestHandler => {
    return (req, res, next) => {
      const refusal = find(accounts.read().openai, req);
      if (!refusal) return next();
      res.status(refusal[0]).json(refusal[1]);
    };
  };
  return {
    scope: (name: OpenaiAccount['scopes'][number]) =>
      check(({ scopes }) => (scopes.includes(name) ? null : missingScope(name))),
    credit: check(({ quota }) => (quota === 'spent' ? SPENT : null)),
    request: (endpoint: Endpoint) =>
      check(
        (account, { body }) =>
          unknownModel(account, body) ?? unsupportedParameter(account, body, endpoint),
      ),
    /** Returns false when the limit has refused so many tokens. */
    hasRoom: (res: Response, tokens: number, model: string): boolean =>
      limit(accounts.read().openai, res, { tokens, model }),
  };
}

const SPENT: Refusal = [
  429,
  failure(
    'You exceeded your current quota, please check your plan and billing details.',
    'insufficient_quota',
    'insufficient_quota',
  ),
];

function missingScope(name: OpenaiAccount['scopes'][number]): Refusal {
  const scope = {
    chat: 'model.request',
    moderation: 'model.request',
    models: 'api.model.read',
    speech: 'api.model.audio.request',
  };
  const message = `You have insufficient permissions for this operation. Missing scopes: ${scope[name]}. Check that you have the correct role in your organization (Reader, Writer, Owner) and project (Member, Owner), and if you're using a restricted API key, that it has the necessary scopes.`;
  return [401, failure(message, null)];
}

function unknownModel({ models }: OpenaiAccount, body: { model?: unknown }): Refusal | null {
  const { model } = body;
  if (typeof model !== 'string' || !models || models.includes(model)) return null;
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return [404, failure(message, 'model_not_found')];
}

function unsupportedParameter(
  { strict, lacks, verified }: OpenaiAccount,
  body: Record<string, unknown>,
  endpoint: Endpoint,
): Refusal | null {
  const fault = parameterFault(body, { strict, lacks }, endpoint);
  if (fault) return [400, failure(fault.message, fault.code, undefined, fault.param)];
  if (verified || body.stream !== true) return null;
  const message =
    'Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization. If you just verified, it can take up to 15 minutes for access to propagate.';
  return [400, failure(message, 'unsupported_value', undefined, 'stream')];
}
