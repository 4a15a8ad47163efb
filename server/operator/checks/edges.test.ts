import { afterEach, describe, expect, it } from 'vitest';
import { googleStandin } from '../../../standins/google/google.ts';
import { s3Standin } from '../../../standins/s3/s3.ts';
import { smtpStandin } from '../../../standins/smtp/smtp.ts';
import { s3Storage } from '../../base/files/s3Storage.ts';
import { smtpMailer } from '../../mail/email/smtpMailer.ts';
import { serveStandin } from '../../testing/standin.ts';
import type { CheckOptions, Found } from './check.ts';
import { firebaseCheck } from './firebaseCheck.ts';
import { s3Check } from './s3Check.ts';
import { smtpCheck } from './smtpCheck.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const standin of opened.splice(0)) await standin.close();
});
function keep<T extends { close(): Promise<void> }>(standin: T): T {
  opened.push(standin);
  return standin;
}

const { signal } = new AbortController();
const free = { buy: false, signal };
const troubles = (found: Found[]) => found.filter(({ ok }) => !ok).map((one) => one.sentence);

describe('the check of the bucket', () => {
  const origin = 'https://duologue.example';
  async function open() {
    const s3 = keep(await serveStandin('s3', s3Standin));
    const storage = s3Storage(s3.address);
    return { s3, check: () => s3Check(storage, origin, free) };
  }

  it('finds nothing wrong with a bucket in order, and leaves nothing in it', async () => {
    const { s3, check } = await open();
    s3.accounts.write({ s3: { origins: [origin], bulkDelete: 'md5' } });
    const found = await check();
    expect([found.length, troubles(found)]).toEqual([3, []]);
  });

  it('says which CORS rule is missing', async () => {
    const { s3, check } = await open();
    s3.accounts.write({ s3: { origins: [] } });
    expect(troubles(await check())).toEqual([
      expect.stringContaining(`CORS rules do not allow ${origin}: add a rule`),
    ]);
  });

  it('says what to look at when the bucket is another', async () => {
    const { s3, check } = await open();
    s3.accounts.write({ s3: { bucket: 'another' } });
    s3.faults.write({ s3: { errorRate: 1, status: 403 } });
    expect(troubles(await check())).toEqual([expect.stringContaining('check the S3_ settings')]);
  });
});

describe('the check of Google sign-in', () => {
  async function open(account: object) {
    const google = keep(await serveStandin('google', googleStandin));
    google.accounts.write({ google: account });
    const { apiKey, authDomain, certificates, url } = google.address;
    const identity = `${url}/identitytoolkit.googleapis.com`;
    const publicUrl = 'https://duologue.example';
    const settings = { apiKey, authDomain, certificates, identity, publicUrl };
    return { settings, authDomain };
  }

  it('finds nothing wrong with a project in order', async () => {
    const { settings, authDomain } = await open({
      // As for the SDK, a domain includes what is below it.
      authorizedDomains: ['example'],
    });
    const found = await firebaseCheck(settings, free);
    expect([found.length, troubles(found)]).toEqual([4, []]);
    expect(found[1]?.sentence).toContain(authDomain);
  });

  it('says that a key restricted to our site breaks the popup, and which host is not authorised', async () => {
    const { settings, authDomain } = await open({
      authorizedDomains: ['localhost'],
      referrers: ['https://duologue.example/*'],
    });
    expect(troubles(await firebaseCheck(settings, free))).toEqual([
      expect.stringContaining(
        `allow it both https://duologue.example/* and https://${authDomain}/*`,
      ),
      expect.stringContaining('add it in Firebase, Authentication, Settings, Authorized domains'),
    ]);
  });

  it('says which key Google refuses, and that its public keys are out of reach', async () => {
    const { settings } = await open({});
    const certificates = `${settings.identity}/nothing`;
    const found = await firebaseCheck({ ...settings, apiKey: 'wrong', certificates }, free);
    expect(troubles(found)).toEqual([
      expect.stringContaining('check FIREBASE_API_KEY'),
      expect.stringContaining('check FIREBASE_API_KEY'),
      expect.stringContaining("public keys can't be read"),
    ]);
  });
});

describe('the check of mail', () => {
  const from = 'Duologue <hello@duologue.example>';
  const supportEmail = 'help@duologue.example';
  const records = async (name: string) => [
    [name.startsWith('_dmarc') ? 'v=DMARC1; p=none' : 'v=spf1 -all'],
  ];
  const missing = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
  async function open(resolve: (name: string) => Promise<string[][]>, password?: string) {
    const mail = keep(await serveStandin('smtp', smtpStandin));
    const url = password ? mail.address.url.replace(/:[^:@]+@/, `:${password}@`) : mail.address.url;
    const mailer = smtpMailer({ url, from });
    const settings = { mailer, from, supportEmail, resolve };
    return { mail, check: (options: CheckOptions) => smtpCheck(settings, options) };
  }

  it('finds nothing wrong with an account in order, and writes an email only when told to', async () => {
    const { mail, check } = await open(records);
    expect(troubles(await check(free))).toEqual([]);
    expect(mail.purchaseLog.read()).toEqual([]);
    expect(troubles(await check({ buy: true, signal }))).toEqual([]);
    expect(mail.purchaseLog.read()).toMatchObject([{ to: [supportEmail] }]);
  });

  it('says that a fresh account may not send, and which records DNS lacks', async () => {
    const { mail, check } = await open(missing);
    mail.accounts.write({ smtp: { verified: false } });
    expect(troubles(await check({ buy: true, signal }))).toEqual([
      expect.stringContaining('verify the domain of MAIL_FROM'),
      expect.stringContaining('has no SPF record'),
      expect.stringContaining('has no DMARC record'),
    ]);
  });

  it('says that the password is wrong, and no trouble of what could not be looked up', async () => {
    const { check } = await open(() => Promise.reject(new Error('EREFUSED')), 'wrong');
    const found = await check({ buy: true, signal });
    expect(troubles(found)).toEqual([expect.stringContaining('check SMTP_URL')]);
    expect(
      found.filter(({ sentence }) => sentence.includes('could not be looked up')),
    ).toHaveLength(2);
  });
});
