import { Router } from 'express';
import { type Html, html, sendPage } from '../pages.ts';
import type { KeptLetter, Letters } from './letters.ts';

/** The mailbox: `/messages` for a program, the rest for a person. */
export function mailboxDoors(letters: Letters): Router {
  const router = Router();

  router.get('/messages', (_req, res) => {
    res.json({ messages: letters.all().map(({ raw: _raw, ...shown }) => shown) });
  });

  router.get('/', (req, res) => {
    const entries = letters
      .all()
      .map((letter, index) => entry(letter, `${req.baseUrl}/letters/${index + 1}`))
      .reverse();
    sendPage(res, 'Mailbox', listPage(entries));
  });

  router.get('/letters/:number', (req, res) => {
    const letter = letters.all()[Number(req.params.number) - 1];
    if (!letter) return void res.status(404).type('text').send('There is no such letter.');
    sendPage(res, letter.subject, letterPage(letter, req.baseUrl));
  });

  router.get('/letters/:number/raw', (req, res) => {
    const letter = letters.all()[Number(req.params.number) - 1];
    if (!letter) return void res.status(404).type('text').send('There is no such letter.');
    res.type('text').send(letter.raw);
  });

  return router;
}

const listPage = (entries: Html[]) => html`<h1>Mailbox</h1>
<p class="soft">Every letter the product sends here ends up on this page. Nothing leaves this machine.</p>
${entries.length ? html`<ul>${entries}</ul>` : html`<p>No letters yet.</p>`}`;

const entry = (letter: KeptLetter, address: string) => html`<li><a href="${address}">
<strong>${letter.subject || '(no subject)'}</strong><small>${letter.to} · ${shortDate(letter)}</small>
</a></li>`;

const letterPage = (
  letter: KeptLetter,
  mailbox: string,
) => html`<p><a href="${mailbox}">Mailbox</a></p>
<h1>${letter.subject || '(no subject)'}</h1>
<p class="soft">To ${letter.to}<br>${shortDate(letter)}</p>
${
  letter.html
    ? html`<iframe title="The letter" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withOwnTabs(letter.html)}"></iframe>`
    : ''
}
<h2>As plain text</h2>
<pre>${letter.text}</pre>`;

const shortDate = (letter: KeptLetter) => letter.date.replace('T', ' ').slice(0, 16);

/** A link in a sandboxed frame would open inside it, where the product refuses to be framed. */
function withOwnTabs(letter: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(letter)
    ? letter.replace(/<head[^>]*>/i, (head) => head + base)
    : base + letter;
}
