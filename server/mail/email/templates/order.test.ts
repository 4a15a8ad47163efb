// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { emailTextOf, linksOf, parse, sender } from '../../../testing/emailHtml.ts';
import { bonusEmail, failedEmail } from './order.ts';

const failed = (change = {}) =>
  failedEmail({
    topic: 'Why we sleep',
    boughtMinutes: 15,
    discountCode: null,
    reason: 'A service we depend on kept failing.',
    amountPaid: 599,
    discountAmount: 0,
    createUrl: 'https://duologue.example/create',
    ...sender,
    ...change,
  });

const useUrl = 'https://duologue.example/create?bonus=1';
const bonus = () => bonusEmail({ useUrl, ...sender });

describe('failure email', () => {
  test('the failure email says what happened and that the money goes back', () => {
    const message = failed();
    for (const shown of [message.text, emailTextOf(message)]) {
      expect(shown).toContain('Why we sleep');
      expect(shown).toContain('A service we depend on kept failing.');
      expect(shown).toMatch(/What you paid(: )?\$5\.99\s+It goes back to you by itself, in full\./);
    }
    expect(linksOf(message)).toContain('https://duologue.example/create');
  });

  test.each(['"><img src=x onerror=alert(1)>', '</title></style><script>alert(1)</script>'])(
    'a topic is shown in the failure email as text, never as markup: %s',
    (typed) => {
      const elements = (change = {}) => parse(failed(change)).querySelectorAll('*').length;
      expect(elements({ topic: typed, reason: typed })).toBe(elements());
      expect(emailTextOf(failed({ topic: typed }))).toContain(typed);
    },
  );

  test.each([
    ['Your code OWL', { discountCode: 'OWL' }],
    ['Your free episode', { discountCode: null }],
  ])('the failure email promises no refund when nothing was paid: %s is back', (what, own) => {
    const { text } = failed({ amountPaid: 0, discountAmount: 399, ...own });
    expect(text).toContain(`${what}: Yours again\nUse it for any topic you like.`);
    expect(text).not.toContain('$');
  });

  test('the failure email of a house gives the minutes back', () => {
    const { text } = failed({ amountPaid: 0 });
    expect(text).toContain('15 minutes of your month: Yours again');
  });

  test('the failure email shortens a long topic in its subject without splitting a character', () => {
    const { subject } = failed({ topic: '😀'.repeat(500) });
    expect([...subject].length).toBeLessThan(130);
    expect(subject.isWellFormed()).toBe(true);
  });
});

test('the bonus email says what is free and links to using it', () => {
  expect(bonus().subject).toBe('A free episode for you');
  expect(bonus().text).toContain('Ten minutes, on the house');
  expect(linksOf(bonus())).toContain(useUrl);
  expect(bonus().text).toContain('Can’t be combined with a code.');
  expect(linksOf(bonus())).toContain(`mailto:${sender.supportEmail}?subject=Unsubscribe`);
  expect(bonus().text).toContain(`No more offers:\n${sender.supportEmail}\n`);
  expect(bonus().text).not.toMatch(/hurry|wait/i);
});
