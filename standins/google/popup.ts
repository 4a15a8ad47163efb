import { randomUUID } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { z } from 'zod';
import { brand } from '#shared/brand.ts';
import { type Html, html, sendPage } from '../pages.ts';
import type { Accounts, GoogleProfile } from './accounts.ts';
import { FRAME_PATH, frameScript, popupScript } from './browser/scripts.ts';
import type { codeContent } from './identity.ts';
import type { Signer } from './signedValues.ts';
import { formStyles } from './styles.ts';

/** Path of the popup in the SDK's emulator mode, at the root of the origin. */
const HANDLER = '/emulator/auth/handler';

/** In ms. */
const CODE_LIFE = 10 * 60 * 1000;

const people: GoogleProfile[] = [
  { name: 'Nora Lindqvist', email: 'nora.lindqvist@gmail.example', emailVerified: true },
  { name: 'Theo Marsh', email: 'theo.marsh@gmail.example', emailVerified: true },
  { name: 'Imani Okafor', email: 'imani.okafor@gmail.example', emailVerified: true },
];
const OFFERED = 5;

const mishaps = {
  'auth/unauthorized-domain': 'This site’s domain is not authorised',
  'auth/user-disabled': 'The account is disabled',
  'auth/internal-error': 'Google breaks down',
} as const;

const choice = z.union([
  z.object({ mishap: z.enum(Object.keys(mishaps) as [keyof typeof mishaps]) }),
  z.object({
    email: z.email('Please enter a valid email address').max(254),
    name: z.string().trim().max(80).default(''),
    verified: z.literal('yes').optional(),
  }),
]);

interface Tools {
  accounts: Accounts;
  codes: Signer;
  mishap(page: string): { code: string; message: string } | null;
}

export function popupPages({ accounts, codes, mishap }: Tools): Router {
  const router = Router();

  router.get(FRAME_PATH, (_req, res) => {
    sendPage(res, 'Google’s messenger', html`<p>Carries the popup’s answer.</p>`, {
      script: `${FRAME_PATH}.js`,
      framedBy: ['http://localhost:*', 'http://*.localhost:*', 'http://127.0.0.1:*'],
    });
  });
  router.get(`${FRAME_PATH}.js`, sendScript(frameScript()));
  router.get(`${HANDLER}.js`, sendScript(popupScript()));

  const show = (res: Response, body: Html) =>
    sendPage(res, 'Sign in with Google (demo)', body, {
      script: `${HANDLER}.js`,
      style: formStyles,
    });

  const eventOf = ({ query: { authType, eventId } }: Request) => {
    return { type: authType, eventId, sessionId: randomUUID(), postBody: null };
  };

  router.get(HANDLER, (req, res) => {
    const error = mishap(String(req.query.redirectUrl ?? ''));
    if (error) return show(res, answerPage({ ...eventOf(req), urlResponse: null, error }));
    show(res, choosePage(offered(accounts)));
  });

  router.post(HANDLER, urlencoded({ extended: false }), (req, res) => {
    const chosen = choice.safeParse(req.body);
    if (!chosen.success) {
      res.status(400);
      return show(res, choosePage(offered(accounts), String(req.body?.email ?? '')));
    }
    const event = eventOf(req);
    if ('mishap' in chosen.data) {
      const error = { code: chosen.data.mishap, message: mishaps[chosen.data.mishap] };
      return show(res, answerPage({ ...event, urlResponse: null, error }));
    }
    const { email, name, verified } = chosen.data;
    const code = codes.sign({
      email,
      name: name || nameOf(email),
      emailVerified: verified === 'yes',
      until: Date.now() + CODE_LIFE,
    } satisfies z.infer<typeof codeContent>);
    const origin = `${req.protocol}://${req.get('host')}`;
    const urlResponse = `${origin}${HANDLER}?providerId=google.com&code=${code}`;
    show(res, answerPage({ ...event, urlResponse, error: null }));
  });
  return router;
}

function sendScript(script: string): RequestHandler {
  return (_req, res) => void res.set('Cache-Control', 'no-cache').type('js').send(script);
}

function offered(accounts: Accounts): GoogleProfile[] {
  const known = accounts.recent().slice(0, OFFERED - 1);
  const rest = people.filter(({ email }) => !known.some((account) => account.email === email));
  return [...known, ...rest].slice(0, OFFERED);
}

function nameOf(email: string): string {
  const words = (email.split('@')[0] ?? '').split(/[^a-z]+/i).filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

const choosePage = (accounts: GoogleProfile[], wrongEmail?: string) => html`
<p class="badge">Demo · no real Google account is used</p>
<h1>Choose an account</h1>
<p class="soft">to continue to ${brand.name}. This window stands in for Google’s; nothing leaves this machine.</p>
<ul>${accounts.map(accountEntry)}</ul>
<h2>Use another account</h2>
<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${wrongEmail ?? ''}"${
  wrongEmail === undefined
    ? ''
    : html` aria-invalid="true" aria-describedby="email-problem" autofocus`
}>
${
  wrongEmail === undefined
    ? ''
    : html`<p id="email-problem" class="problem">Please enter a valid email address</p>`
}
<label for="name">Name <small>(optional)</small></label>
<input id="name" name="name" maxlength="80" autocomplete="name">
<label class="tick"><input name="verified" type="checkbox" value="yes" checked> Google has verified this address</label>
<button class="main">Continue</button>
</form>
<button type="button" data-close>Cancel</button>
<details>
<summary>Let something go wrong</summary>
<form method="post">${Object.entries(mishaps).map(
  ([code, what]) => html`<button name="mishap" value="${code}">${what}</button>`,
)}</form>
</details>`;

const accountEntry = ({ email, name, emailVerified }: GoogleProfile) => html`<li>
<form method="post">
<input type="hidden" name="email" value="${email}">
<input type="hidden" name="name" value="${name}">
${emailVerified ? html`<input type="hidden" name="verified" value="yes">` : ''}
<button class="person"><strong>${name}</strong><small>${email}${
  emailVerified ? '' : ' · not verified'
}</small></button>
</form></li>`;

const answerPage = (event: object) => html`
<p class="badge">Demo · no real Google account is used</p>
<h1>One moment</h1>
<p role="status" data-event="${JSON.stringify(event)}">Back to ${brand.name}…</p>
<button type="button" data-close>Close this window</button>`;
