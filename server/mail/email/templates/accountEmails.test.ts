// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { emailTextOf, linksOf, sender } from '../../../testing/emailHtml.ts';
import { farewellEmail, resetEmail, securedEmail, welcomeEmail } from './accountEmails.ts';

const links = {
  verifyUrl: 'https://duologue.example/auth?proof=t',
  disownUrl: 'https://duologue.example/auth?disown=t',
};
const createUrl = 'https://duologue.example/create';
const welcome = (known: typeof links | null = links) =>
  welcomeEmail({ links: known, createUrl, sells: true, ...sender });

const resetUrl = 'https://duologue.example/reset-password?token=t';
const reset = () => resetEmail({ resetUrl, ...sender });
const farewell = () => farewellEmail(sender);

describe('welcome email', () => {
  test('the welcome email carries the link that verifies the address, and one for whoever never registered', () => {
    expect(linksOf(welcome())).toEqual(expect.arrayContaining(Object.values(links)));
    for (const shown of [welcome().text, emailTextOf(welcome())]) {
      expect(shown).toContain('I didn’t sign up');
    }
  });

  test('the welcome email links to the order form when there is nothing to verify', () => {
    expect(linksOf(welcome(null))).toContain('https://duologue.example/create');
    expect(welcome(null).text).not.toContain('Confirm');
  });
});

test('the reset email carries the link, how long it works and what happens if it is ignored', () => {
  expect(linksOf(reset())).toContain(resetUrl);
  for (const shown of [reset().text, emailTextOf(reset())]) {
    expect(shown).toContain('works once, for one hour');
    expect(shown).toContain('ignore this email: your password stays the same');
  }
});

test('the email about a secured account opens the account, and lists what has ended', () => {
  expect(linksOf(securedEmail(sender))).toContain(`${sender.publicUrl}/dashboard?panel=account`);
  expect(securedEmail(sender).text).toContain('- Every other browser is signed out.\n');
});

test('the farewell email says what is deleted and what stays, and links only to support', () => {
  expect(farewell().text).toContain('Your account is deleted');
  expect(farewell().text).toContain('no longer contain your name');
  expect(linksOf(farewell())).toEqual([`mailto:${sender.supportEmail}`]);
});
