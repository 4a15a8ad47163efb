import { json, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { z } from 'zod';
import { fromThisMachinesPages } from '../localOnly.ts';
import type { googleAccount } from './account.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Keys } from './keys.ts';
import { blocked } from './restrictions.ts';
import type { Signer } from './signedValues.ts';
import { idToken, TOKEN_SECONDS } from './tokens.ts';

/** Hosts of Firebase's API. In emulator mode the SDK puts the host first in the path. */
const IDENTITY = '/identitytoolkit.googleapis.com/v1';
const TOKENS = '/securetoken.googleapis.com/v1';

interface Tools {
  apiKey: string;
  projectId: string;
  keys: Keys;
  accounts: Accounts;
  codes: Signer;
  /** These never expire. */
  refreshes: Signer;
  gate: RequestHandler;
  account(): z.infer<typeof googleAccount>;
}

/** `until` is when the popup's choice expires, in Unix milliseconds. */
export const codeContent = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  until: z.number(),
});
const refreshContent = z.object({ uid: z.string(), signedInAt: z.number() });

const idpRequest = z.object({ requestUri: z.url() });
const lookupRequest = z.object({ idToken: z.string() });
const tokenRequest = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string(),
});

export function identityApi(tools: Tools): Router {
  const { apiKey, projectId, keys, accounts, codes, refreshes } = tools;
  const router = Router();
  router.use([IDENTITY, TOKENS], fromThisMachinesPages, answerPreflight, tools.gate);
  router.use([IDENTITY, TOKENS], (req, res, next) => {
    if (req.query.key !== apiKey) {
      return refuse(res, 'API key not valid. Please pass a valid API key.');
    }
    const words = blocked(tools.account(), req.get('referer'));
    if (words) return refuseReferrer(res, words);
    next();
  });

  // The SDK requests this before it opens a popup, except in emulator mode.
  router.get(`${IDENTITY}/projects`, (req, res) => {
    const { authorizedDomains } = tools.account();
    const page = req.get('referer') ?? '';
    const anywhere = ['localhost', ...(URL.canParse(page) ? [new URL(page).hostname] : [])];
    res.json({ projectId, authorizedDomains: authorizedDomains ?? anywhere });
  });

  router.post(`${IDENTITY}/accounts\\:signInWithIdp`, json(), (req, res) => {
    const request = idpRequest.safeParse(req.body);
    const code = request.data && new URL(request.data.requestUri).searchParams.get('code');
    const choice = codeContent.safeParse(codes.verify(code ?? ''));
    if (!choice.success || choice.data.until < Date.now()) {
      return refuse(res, 'INVALID_IDP_RESPONSE : The popup’s answer is unknown or too old.');
    }
    const { until: _until, ...profile } = choice.data;
    const { account, isNew } = accounts.signIn(profile);
    res.json({
      kind: 'identitytoolkit#VerifyAssertionResponse',
      ...profileOf(account),
      localId: account.uid,
      emailVerified: account.emailVerified,
      fullName: account.name,
      isNewUser: isNew,
      rawUserInfo: JSON.stringify({ sub: account.sub, email: account.email, name: account.name }),
      idToken: idToken(keys, projectId, account),
      refreshToken: refreshes.sign({ uid: account.uid, signedInAt: account.lastLoginAt }),
      expiresIn: String(TOKEN_SECONDS),
    });
  });

  router.post(`${IDENTITY}/accounts\\:lookup`, json(), (req, res) => {
    const request = lookupRequest.safeParse(req.body);
    const claims = request.data && keys.read(request.data.idToken);
    if (!claims) return refuse(res, 'INVALID_ID_TOKEN');
    if (Number(claims.exp) * 1000 < Date.now()) return refuse(res, 'TOKEN_EXPIRED');
    const account = accounts.find(String(claims.sub));
    if (!account) return refuse(res, 'USER_NOT_FOUND');
    const { uid, emailVerified, createdAt, lastLoginAt } = account;
    const profile = profileOf(account);
    res.json({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId: uid,
          email: profile.email,
          displayName: profile.displayName,
          emailVerified,
          createdAt: String(createdAt),
          lastLoginAt: String(lastLoginAt),
          providerUserInfo: [{ ...profile, rawId: account.sub }],
        },
      ],
    });
  });

  router.post(`${TOKENS}/token`, urlencoded({ extended: false }), (req, res) => {
    const request = tokenRequest.safeParse(req.body);
    const content = refreshContent.safeParse(refreshes.verify(request.data?.refresh_token ?? ''));
    const account = content.data && accounts.find(content.data.uid);
    if (!request.success || !content.success) return refuse(res, 'INVALID_REFRESH_TOKEN');
    if (!account) return refuse(res, 'USER_NOT_FOUND');
    const token = idToken(keys, projectId, account, {
      signedInAt: content.data.signedInAt,
    });
    res.json({
      access_token: token,
      id_token: token,
      refresh_token: request.data.refresh_token,
      expires_in: String(TOKEN_SECONDS),
      token_type: 'Bearer',
      user_id: account.uid,
      project_id: projectId,
    });
  });
  return router;
}

function profileOf({ sub, email, name }: Account) {
  return {
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${sub}`,
    email,
    displayName: name,
  };
}

const answerPreflight: RequestHandler = (req, res, next) => {
  if (req.method !== 'OPTIONS') return next();
  res.set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': req.get('access-control-request-headers') ?? '',
  });
  res.status(204).end();
};

/** The SDK reads the code before ` : ` (cloud.google.com/apis/design/errors). */
function refuse(res: Response, message: string): void {
  const errors = [{ message, reason: 'invalid', domain: 'global' }];
  res.status(400).json({ error: { code: 400, message, errors, status: 'INVALID_ARGUMENT' } });
}

function refuseReferrer(res: Response, message: string): void {
  const errors = [{ message, reason: 'forbidden', domain: 'global' }];
  const details = [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'API_KEY_HTTP_REFERRER_BLOCKED',
      domain: 'googleapis.com',
    },
  ];
  res
    .status(403)
    .json({ error: { code: 403, message, errors, status: 'PERMISSION_DENIED', details } });
}
