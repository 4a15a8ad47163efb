import { timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Router } from 'express';
import { SMTPServer, type SMTPServerError } from 'smtp-server';
import type { Standin, StandinAddresses, StandinTools } from '../standin.ts';
import { openMailbox, readHead } from './mailbox.ts';
import { mailboxPages } from './mailboxPages.ts';
import { bounceMessage, rejectionFor } from './rejections.ts';

const USER = 'duologue';
/** Bytes. */
const MAX_MESSAGE = 10_000_000;

export async function smtpStandin(tools: StandinTools): Promise<Standin<StandinAddresses['smtp']>> {
  const mailbox = openMailbox(path.join(tools.dir, 'letters'));
  const password = tools.secret('password');

  const server = new SMTPServer({
    name: 'standin.localhost',
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    hideSMTPUTF8: false,
    closeTimeout: 200,
    size: MAX_MESSAGE,
    logger: false,

    async onConnect(session, callback) {
      const day = tools.faults.read().smtp;
      if (day.concurrency && server.connections.size > day.concurrency) {
        return callback(smtpError(421, 'Too many connections'));
      }
      if (day.latency) await wait(day.latency);
      if (day.hang) return;
      if (happens(day.garbage))
        socketOf(session.id)?.end('<!doctype html><title>Sorry</title>\r\n');
      else callback();
    },

    async onAuth(auth, _session, callback) {
      await wait(tools.faults.read().smtp.reply);
      const right = auth.username === USER && same(auth.password ?? '', password);
      callback(right ? null : smtpError(535, 'Authentication failed'), right ? { user: USER } : {});
    },

    async onMailFrom(_address, _session, callback) {
      await wait(tools.faults.read().smtp.reply);
      callback();
    },

    async onRcptTo(_address, _session, callback) {
      const day = tools.faults.read().smtp;
      await wait(day.reply);
      callback(happens(day.errorRate) ? smtpError(replyCode(day.status), 'Told to refuse') : null);
    },

    async onData(stream, session, callback) {
      try {
        const raw = await buffer(stream);
        if (stream.sizeExceeded) return callback(smtpError(552, 'The email is too large'));
        if (happens(tools.faults.read().smtp.cut)) return void socketOf(session.id)?.destroy();
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        const account = tools.accounts.read().smtp;
        const { from, subject, messageId } = await readHead(raw);
        const refused = rejectionFor(account, { from, to, subject, bytes: raw.length });
        if (refused) return callback(smtpError(refused.code, refused.message));
        const bounced = to.find((address) => account.bouncing.includes(address));
        await (bounced
          ? mailbox.keep(Buffer.from(bounceMessage(from, bounced, messageId)), [from])
          : mailbox.keep(raw, to));
        tools.purchaseLog.write({ kind: 'mail', to, subject, messageId });
        const { reply, verdict } = tools.faults.read().smtp;
        await wait(reply + verdict);
        callback(null, 'Kept');
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  const socketOf = (id: string) =>
    [...server.connections].find((connection) => connection.id === id)?._socket;

  const port = await listen(server, path.join(tools.dir, 'port'));
  // Without a listener a broken connection would crash the process.
  server.on('error', () => {});
  return {
    router: Router(),
    controls: mailboxPages(mailbox),
    address: { url: `smtp://${USER}:${password}@127.0.0.1:${port}` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const happens = (share: number) => Math.random() < share;

function same(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function smtpError(responseCode: number, message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode });
}

/** Maps the fault setting, which is an HTTP status, to the nearest SMTP reply. */
function replyCode(status: number): number {
  const known = [421, 450, 451, 452, 550, 551, 552, 553, 554];
  if (known.includes(status)) return status;
  return status < 500 ? 451 : 550;
}

async function listen(server: SMTPServer, file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
  const port = await listenOn(server, last).catch(() => listenOn(server, 0));
  writeFileSync(file, String(port));
  return port;
}

function listenOn(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((listener.address() as AddressInfo).port);
    });
  });
}
