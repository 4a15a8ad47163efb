import { describe, expect, it } from 'vitest';
import { readConfig } from '../supply/config/config.ts';
import { reportAccounts, reportStart } from './startReport.ts';

const ffmpeg = { version: '7.1', source: 'PATH' };
const printed = (env: Record<string, string>) =>
  reportStart(readConfig({ DATA_DIR: '/data', ...env }), 'http://localhost:3000', ffmpeg);
/** What is said of one provider. */
const said = (env: Record<string, string>, name: string) =>
  printed(env)
    .find((line) => line.startsWith(`  ${name}`))
    ?.slice(2 + 15);

describe('the report of a start', () => {
  it('names every provider, and how to make it real', () => {
    const lines = printed({ OPENAI_API_KEY: 'sk-1' });
    expect(lines.filter((line) => /^ {2}\w/.test(line))).toHaveLength(8);
    expect(said({ OPENAI_API_KEY: 'sk-1' }, 'OpenAI')).toBe('real');
    expect(said({}, 'OpenAI')).toBe('stand-in; to make it real set OPENAI_API_KEY');
    expect(said({}, 'PostgreSQL')).toBe('embedded; to make it real set DATABASE_URL');
    expect(said({}, 'Paddle')).toContain('PADDLE_API_KEY, PADDLE_WEBHOOK_SECRET');
    expect(printed({}).join()).toContain(
      'Mailbox, demo payments and faults: http://localhost:3000/standins',
    );
  });

  const house = {
    SALES: 'off',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
    OPENAI_MODEL: 'qwen3:8b',
    SPEECH_BASE_URL: 'http://127.0.0.1:8880/v1',
  };

  it('in a house names what it has instead of a provider, no stand-in and no till', () => {
    const all = printed(house).join('\n');
    expect(all).toContain('Nothing is sold here: 300 minutes a month for each account.\n');
    expect(all).not.toMatch(/paddle|stand-in|\/standins/i);
    expect(said(house, 'PostgreSQL')).toBe(
      'embedded, in /data/postgres; for your own set DATABASE_URL',
    );
    expect(said(house, 'S3')).toMatch(
      /^none: sound is in \/data\/sound; for a bucket set S3_BUCKET,/,
    );
    expect(said(house, 'SMTP')).toMatch(/^none: no emails .* set SMTP_URL, MAIL_FROM$/);
    expect(said(house, 'Firebase')).toMatch(
      /^none: nobody signs in with Google; .* FIREBASE_API_KEY/,
    );
    expect(said(house, 'OpenAI')).toBe('qwen3:8b at http://127.0.0.1:11434/v1');
    expect(said(house, 'ElevenLabs')).toBe('not used: the speech server speaks');
    expect(said(house, 'Speech server')).toBe('tts-1 at http://127.0.0.1:8880/v1');
    const real = { ...house, SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.com' };
    expect(said(real, 'SMTP')).toBe('real');
  });

  it('in a house without a key says whose stand-in it is', () => {
    const { SPEECH_BASE_URL } = house;
    const env = { SALES: 'off', SPEECH_BASE_URL };
    expect(said(env, 'OpenAI')).toBe('stand-in; to make it real set OPENAI_API_KEY');
    expect(printed(env).join()).toContain('The stand-ins: http://localhost:3000/standins');
  });
});

describe('what a house says of accounts', () => {
  const accountReportOf = (env: Record<string, string>, code: string | null) =>
    reportAccounts(readConfig({ SALES: 'off', ...env }), 'http://localhost:3000', code).join('\n');

  it('leads to the first account until there is one', () => {
    const text = accountReportOf({}, 'K7QX-2MHD-9RTA');
    expect(text).toContain('with the setup code K7QX-2MHD-9RTA at\nhttp://localhost:3000/auth');
    expect(accountReportOf({}, null)).toBe('');
  });

  it('says what ADMIN_EMAILS cannot do where no address is proven', () => {
    const ADMIN_EMAILS = 'ann@example.com';
    expect(accountReportOf({ ADMIN_EMAILS }, null)).toContain('npm run admin -- grant EMAIL');
    const emails = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.com' };
    expect(accountReportOf({ ADMIN_EMAILS, ...emails }, null)).toBe('');
  });
});
