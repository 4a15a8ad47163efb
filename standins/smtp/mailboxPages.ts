import { Router } from 'express';
import { type Html, html, sendPage } from '../pages.ts';
import type { Mailbox, ReceivedMessage } from './mailbox.ts';

export function mailboxPages(mailbox: Mailbox): Router {
  const router = Router();

  router.get('/messages', (_req, res) => {
    res.json({ messages: mailbox.all().map(({ raw: _raw, ...shown }) => shown) });
  });

  router.get('/', (req, res) => {
    const entries = mailbox
      .all()
      .map((message, index) => entry(message, `${req.baseUrl}/letters/${index + 1}`))
      .reverse();
    sendPage(res, 'Mailbox', listPage(entries));
  });

  router.get('/letters/:number', (req, res) => {
    const message = mailbox.all()[Number(req.params.number) - 1];
    if (!message) return void res.status(404).type('text').send('There is no such email.');
    sendPage(res, message.subject, messagePage(message, req.baseUrl));
  });

  router.get('/letters/:number/raw', (req, res) => {
    const message = mailbox.all()[Number(req.params.number) - 1];
    if (!message) return void res.status(404).type('text').send('There is no such email.');
    res.type('text').send(message.raw);
  });

  return router;
}

const listPage = (entries: Html[]) => html`<h1>Mailbox</h1>
<p class="soft">Every email the product sends ends up on this page. Nothing leaves this machine.</p>
${entries.length ? html`<ul>${entries}</ul>` : html`<p>No emails yet.</p>`}`;

const entry = (message: ReceivedMessage, address: string) => html`<li><a href="${address}">
<strong>${message.subject || '(no subject)'}</strong><small>${message.to} · ${shortDate(message)}</small>
</a></li>`;

const messagePage = (
  message: ReceivedMessage,
  mailbox: string,
) => html`<p><a href="${mailbox}">Mailbox</a></p>
<h1>${message.subject || '(no subject)'}</h1>
<p class="soft">To ${message.to}<br>${shortDate(message)}</p>
${
  message.html
    ? html`<iframe title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${withOwnTabs(message.html)}"></iframe>`
    : ''
}
<h2>As plain text</h2>
<pre>${message.text}</pre>`;

const shortDate = (message: ReceivedMessage) => message.date.replace('T', ' ').slice(0, 16);

/** Makes links open outside the sandboxed frame, as the product refuses to be framed. */
function withOwnTabs(message: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(message)
    ? message.replace(/<head[^>]*>/i, (head) => head + base)
    : base + message;
}
