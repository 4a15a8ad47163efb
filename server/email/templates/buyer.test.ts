// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { brand } from '#shared/brand.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { everyEmail } from '../fixtures.ts';
import type { EmailText } from '../layout.ts';
import {
  bonusEmail,
  failedEmail,
  farewellEmail,
  readyEmail,
  resetEmail,
  welcomeEmail,
} from './buyer.ts';

const supportEmail = 'help@duologue.example';
const listenUrl = 'https://duologue.example/listen?episode=abc&from=mail';

const receiptUrl = 'https://duologue.example/dashboard?receipt=order-1';

const ready = (change = {}) =>
  readyEmail({
    title: 'Why we sleep',
    hosts: ['Brian', 'Aria'],
    boughtMinutes: 15,
    durationSeconds: 904.6,
    listenUrl,
    followUps: [],
    sources: [],
    chapters: [
      { title: 'Opening', startSeconds: 0 },
      { title: 'What the brain does at night', startSeconds: 245.2 },
    ],
    amountPaid: 599,
    discountAmount: 0,
    discountCode: null,
    receiptUrl,
    supportEmail,
    ...change,
  });

const failed = (change = {}) =>
  failedEmail({
    topic: 'Why we sleep',
    reason: 'A service we depend on kept failing.',
    amountPaid: 599,
    discountAmount: 0,
    createUrl: 'https://duologue.example/create',
    supportEmail,
    ...change,
  });

const links = {
  verifyUrl: 'https://duologue.example/auth?proof=t',
  disownUrl: 'https://duologue.example/auth?disown=t',
};
const welcome = (known: typeof links | null = links) =>
  welcomeEmail({
    links: known,
    createUrl: 'https://duologue.example/create',
    sells: true,
    supportEmail,
  });

const resetUrl = 'https://duologue.example/reset-password?token=t';
const reset = () => resetEmail({ resetUrl, supportEmail });

const useUrl = 'https://duologue.example/create?bonus=1';
const bonus = () => bonusEmail({ useUrl, supportEmail });
const farewell = () => farewellEmail({ supportEmail });

const parse = (message: EmailText) => new DOMParser().parseFromString(message.html, 'text/html');
const wordsOf = (message: EmailText) => parse(message).body.textContent ?? '';
const linksOf = (message: EmailText) =>
  [...parse(message).querySelectorAll('a')].map((link) => link.getAttribute('href'));

describe.each<[string, EmailText]>(Object.entries(everyEmail))('the email “%s”', (_, message) => {
  test('an email is small and reads on a phone, in dark mode and in any client', () => {
    const { html } = message;
    const page = parse(message);
    expect(new TextEncoder().encode(html).length).toBeLessThan(102_000);
    expect(page.querySelector('meta[name=color-scheme]')?.getAttribute('content')).toBe(
      'light dark',
    );
    expect(page.querySelectorAll('script, link, iframe, form, object').length).toBe(0);
    for (const row of page.querySelectorAll('body > table tr')) {
      expect(row.querySelectorAll(':scope > *').length).toBeLessThanOrEqual(2);
    }
    for (const element of page.querySelectorAll('h1, p, a, th, td')) {
      expect(element.closest('[style]')).not.toBeNull();
    }
  });

  test('an email says the same in plain text, with every link on a line of its own', () => {
    const lines = message.text.split('\n');
    for (const link of linksOf(message).filter((href) => href?.startsWith('http'))) {
      expect(lines).toContain(link);
    }
    expect(message.text).toContain(supportEmail);
    expect(message.text).toContain(parse(message).querySelector('h1')?.textContent);
    expect(message.text).not.toMatch(/<\w|&#/);
  });

  test('an email has no exclamation mark and carries the brand’s name and tagline', () => {
    const { subject, text, html } = message;
    expect(`${subject}${text}${html.replace(/<!doctype html>|!important/g, '')}`).not.toContain(
      '!',
    );
    expect(html).toContain(brand.name);
    expect(html).toContain(brand.tagline);
  });
});

/** Those that a house never writes. */
const OF_A_SHOP = [
  ...['welcome', 'welcome-proven', 'ready', 'ready-free', 'failed', 'failed-free'],
  ...['refund-asked', 'refunded', 'bonus', 'key'],
];
const ofHouse = Object.entries(everyEmail).filter(([name]) => !OF_A_SHOP.includes(name));

test.each(ofHouse)('the email “%s” of a house says nothing of money', (_, { subject, text }) => {
  const words = `${subject}\n${text}`;
  expect(words).not.toContain('Paddle');
  expect(words).not.toMatch(
    /\bpa(y|id)|pric|\bbuy|bought|purchase|checkout|refund|receipt|discount|\btax\b|\bsold|\bsell|\btill\b|\bfree\b|charged/i,
  );
});

describe('ready email', () => {
  test('the ready email says what was bought, what was delivered, its cost and where to listen', () => {
    const message = ready();
    expect(message.subject).toBe('Your tape is ready: Why we sleep');
    for (const shown of [message.text, wordsOf(message)]) {
      expect(shown).toContain('Brian and Aria');
      expect(shown).toContain('15 minutes');
      expect(shown).toContain('15:04');
      expect(shown).toContain('4:05');
      expect(shown).toContain('What the brain does at night');
      expect(shown).toContain('$5.99');
      expect(shown).toContain('made by AI and may err');
    }
    expect(linksOf(message)).toContain(listenUrl);
  });

  /** The receipt's rows in reading order. */
  const sumsOf = (message: EmailText) =>
    [...parse(message).querySelectorAll('tr:has(> th)')].map((row) =>
      [...row.children].map((cell) => cell.textContent).join(': '),
    );

  test('the ready email carries the receipt, to the cent and the second, as HTML and as text', () => {
    const message = ready({ amountPaid: 479, discountAmount: 120, discountCode: 'NIGHTOWL' });
    const sums = [
      'Bought: 15 minutes',
      'Delivered: 15:04',
      'List price: $5.99',
      'Code NIGHTOWL: −$1.20',
      'Total: $4.79',
    ];
    expect(sumsOf(message)).toEqual(sums);
    expect(message.text).toContain(`Your receipt\n${sums.join('\n')}\n`);
    expect(message.text).toContain('Paid once, tax included. Nothing renews.');
    expect(linksOf(message)).toContain(receiptUrl);
    expect(wordsOf(message)).toContain('Open the receipt and Paddle’s invoice');
  });

  test('the ready email has no discount row when there was no discount', () => {
    expect(sumsOf(ready()).slice(2)).toEqual(['List price: $5.99', 'Total: $5.99']);
  });

  test.each([
    ['by a discount code', { discountCode: 'ALLFREE' }, 'Code ALLFREE: −$5.99'],
    ['as a bonus', { discountCode: null }, 'Bonus episode, on the house: −$5.99'],
  ])('the ready email of an episode free %s says so and promises no invoice', (_how, own, row) => {
    const message = ready({ amountPaid: 0, discountAmount: 599, ...own });
    expect(sumsOf(message).slice(2)).toEqual(['List price: $5.99', row, 'Total: Free']);
    expect(message.text).toContain('This one was free');
    expect(message.text).not.toMatch(/Paddle|Paid once/);
  });

  test('the ready email of a house says what was asked for, and has no receipt', () => {
    const message = ready({ amountPaid: 0 });
    expect(message.text).toContain('You asked for 15 minutes; the tape runs 15:04.');
    expect(message.text).not.toMatch(/receipt|free|renews/i);
    expect(linksOf(message)).not.toContain(receiptUrl);
  });

  test('the ready email says so where the script’s writer is a stand-in', () => {
    expect(ready({ demoWriter: true }).text).toContain(DEMO_NOTICE);
    expect(ready().text).not.toContain('demo studio');
  });

  const sources = [1, 2, 3, 4, 5, 6].map((n) => ({
    title: `Sleep, part ${n}`,
    site: n === 2 ? null : `${n}.example`,
    url: n === 2 ? null : `https://${n}.example/?a=1&b=2`,
  }));

  test('the ready email names the first five sources with their links, and says where the rest is', () => {
    const message = ready({ sources });
    expect(message.text).toContain(
      `Read up on 6 sources
Sleep, part 1 (1.example):
https://1.example/?a=1&b=2
Sleep, part 2
Sleep, part 3 (3.example):
`,
    );
    expect(wordsOf(message)).toMatch(
      /Read up on 6 sources\s+Sleep, part 1 \(1\.example\)\s+Sleep, part 2\s/,
    );
    const shown = [1, 3, 4, 5].map((n) => `https://${n}.example/?a=1&b=2`);
    expect(linksOf(message)).toEqual(expect.arrayContaining(shown));
    const all = parse(message).querySelector('a[href$="&sources=all"]');
    expect(all?.getAttribute('href')).toBe(`${listenUrl}&sources=all`);
    for (const words of [message.text, wordsOf(message), all?.textContent]) {
      expect(words).toContain('All 6, and which line rests on which words');
      expect(words).not.toContain('part 6');
    }
  });

  test('the ready email says nothing about sources when there are none, and no “All” of five', () => {
    const none = ready();
    expect(none.text + none.html).not.toMatch(/source|rests on/i);
    const one = ready({ sources: sources.slice(0, 1) });
    expect(one.text).toContain('Read up on 1 source\n');
    expect(ready({ sources: sources.slice(0, 5) }).text).toContain('\n\nWhich line rests on');
  });

  test('the words of a source are text in the ready email, however long, and add no line', () => {
    const typed = '</a><img src=x onerror=alert(1)>\r\nBcc: eve@evil.example ';
    const message = ready({
      sources: [{ title: typed.repeat(90), site: typed, url: 'https://x.example/"><b>' }],
    });
    expect(parse(message).querySelectorAll('b, img[onerror]').length).toBe(0);
    expect(message.text).not.toMatch(/^Bcc/m);
    expect(message.html.length).toBeLessThan(ready().html.length + 2_000);
  });

  test('the ready email has no chapter list when there are no chapters', () => {
    expect(ready({ chapters: [] }).text).not.toContain('On the tape');
  });

  test('the ready email links what to ask next to its order form, and says nothing without it', () => {
    const url = 'https://duologue.example/create?topic=Why%3F&voice1=a';
    const long = `Why ${'does the moon pull '.repeat(20)}at all?`;
    const questions = ['Why do neap tides lag?', long];
    const message = ready({ followUps: questions.map((question) => ({ question, url })) });
    expect(message.text).toContain(
      `Ask Brian and Aria next\nWhy do neap tides lag?\n${url}\n${long}\n${url}`,
    );
    const links = [...parse(message).querySelectorAll('a')].filter(({ href }) => href === url);
    expect(links.map(({ textContent }) => textContent)).toEqual(questions);
    for (const link of links) expect(link.closest('td')?.style.overflowWrap).toBe('anywhere');
    expect(ready({ followUps: [] }).text).not.toContain(' next\n');
  });

  test('the ready email shows the cover when there is one', () => {
    const message = ready({ coverUrl: 'https://duologue.example/cover.jpg?a=1&b=2' });
    expect(parse(message).querySelector('img')?.getAttribute('src')).toBe(
      'https://duologue.example/cover.jpg?a=1&b=2',
    );
    expect(parse(ready()).querySelector('img')).toBeNull();
  });

  test('the ready email stays small with the longest title and chapters', () => {
    const chapters = Array.from({ length: 16 }, () => ({
      title: '眠'.repeat(80),
      startSeconds: 1,
    }));
    const { html } = ready({ title: '眠'.repeat(120), chapters });
    expect(new TextEncoder().encode(html).length).toBeLessThan(102_000);
  });
});

describe('failure email', () => {
  test('the failure email says what happened and that the money goes back', () => {
    const message = failed();
    for (const shown of [message.text, wordsOf(message)]) {
      expect(shown).toContain('Why we sleep');
      expect(shown).toContain('A service we depend on kept failing.');
      expect(shown).toMatch(/\$5\.99 is safe: it goes back to you by itself/);
    }
    expect(linksOf(message)).toContain('https://duologue.example/create');
  });

  test('the failure email promises no refund when nothing was paid', () => {
    const { text } = failed({ amountPaid: 0, discountAmount: 399 });
    expect(text).toContain('It cost you nothing');
    expect(text).not.toContain('$');
  });

  test('the failure email of a house gives the minutes back', () => {
    const { text } = failed({ amountPaid: 0 });
    expect(text).toContain('The minutes that it took of your month are yours again.');
  });

  test('the failure email shortens a long topic in its subject without splitting a character', () => {
    const { subject } = failed({ topic: '😀'.repeat(500) });
    expect([...subject].length).toBeLessThan(130);
    expect(subject.isWellFormed()).toBe(true);
  });
});

describe('welcome email', () => {
  test('the welcome email carries the link that verifies the address, and one for whoever never registered', () => {
    expect(linksOf(welcome())).toEqual(expect.arrayContaining(Object.values(links)));
    for (const shown of [welcome().text, wordsOf(welcome())]) {
      expect(shown).toContain('I did not register this');
    }
  });

  test('the welcome email links to the order form when there is nothing to verify', () => {
    expect(linksOf(welcome(null))).toContain('https://duologue.example/create');
    expect(welcome(null).text).not.toContain('Confirm');
  });
});

test('the reset email carries the link, how long it works and what happens if it is ignored', () => {
  expect(linksOf(reset())).toContain(resetUrl);
  for (const shown of [reset().text, wordsOf(reset())]) {
    expect(shown).toContain('works once, for one hour');
    expect(shown).toContain('your password stays as it is');
  }
});

test('the bonus email says what is free and links to using it', () => {
  expect(bonus().subject).toBe('A free episode for you');
  expect(bonus().text).toContain('10 minutes is on us');
  expect(linksOf(bonus())).toContain(useUrl);
});

test('the farewell email says what is deleted and what stays, and links only to support', () => {
  expect(farewell().text).toContain('Your account is deleted');
  expect(farewell().text).toContain('no longer carries your name');
  expect(linksOf(farewell())).toEqual([`mailto:${supportEmail}`]);
});

describe('user input in emails', () => {
  const nasty = [
    '"><img src=x onerror=alert(1)>',
    '</title></style><script>alert(1)</script>',
    ']]>&lt;b&gt;',
    "' onmouseover='alert(1)",
  ];

  test.each(nasty)('user input is shown in an email as text, never as markup: %s', (typed) => {
    const plain = ready();
    const message = ready({
      title: typed,
      hosts: [typed, typed],
      chapters: [{ title: typed, startSeconds: 0 }],
      discountCode: typed,
    });
    const elements = (of: EmailText) => parse(of).querySelectorAll('*').length;
    // One chapter fewer than in the plain email: a row and its two cells.
    expect(elements(message)).toBe(elements(plain) - 3);
    expect(parse(message).querySelector('h1')?.textContent).toBe(typed);
    expect(elements(failed({ topic: typed, reason: typed }))).toBe(elements(failed()));
  });

  test('a line break in user input adds no line to the subject', () => {
    const { subject } = ready({ title: 'a\r\nBcc: eve@evil.example' });
    expect(subject).toBe('Your tape is ready: a Bcc: eve@evil.example');
  });
});

test('an email with a javascript: link is refused', () => {
  expect(() => ready({ receiptUrl: 'javascript:alert(1)' })).toThrow('may only link to http');
  expect(() => ready({ listenUrl: 'javascript:alert(1)' })).toThrow('may only link to http');
});
