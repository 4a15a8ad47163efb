// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { brand } from '#shared/brand.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import { emailTextOf, linksOf, parse, sender } from '../../../testing/emailHtml.ts';
import type { EmailText } from '../layout.ts';
import { readyEmail } from './readyEmail.ts';

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
    ...sender,
    ...change,
  });

describe('ready email', () => {
  test('the ready email says what was bought, what was delivered, its cost and where to listen', () => {
    const message = ready();
    expect(message.subject).toBe('Your episode is ready: Why we sleep');
    for (const shown of [message.text, emailTextOf(message)]) {
      expect(shown).toContain('Brian and Aria');
      expect(shown).toContain('15 minutes');
      expect(shown).toContain('15:04');
      expect(shown).toContain('4:05');
      expect(shown).toContain('What the brain does at night');
      expect(shown).toContain('$5.99');
      expect(shown).toContain('The hosts are AI and can get things wrong');
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
    const sums = ['15 minutes, delivered 15:04: $5.99', 'Code NIGHTOWL: −$1.20', 'Total: $4.79'];
    expect(sumsOf(message)).toEqual(sums);
    expect(message.text).toContain(`Your receipt\n${sums.join('\n')}\n`);
    expect(message.text).toContain('Paid once, tax included. Nothing renews.');
    expect(linksOf(message)).toContain(receiptUrl);
    expect(emailTextOf(message)).toContain('Full receipt and Paddle’s invoice');
  });

  test('the ready email has no discount row when there was no discount', () => {
    expect(sumsOf(ready())).toEqual(['15 minutes, delivered 15:04: $5.99', 'Total: $5.99']);
  });

  test.each([
    ['by a discount code', { discountCode: 'ALLFREE' }, 'Code ALLFREE: −$5.99'],
    ['as a bonus', { discountCode: null }, 'Bonus episode, on the house: −$5.99'],
  ])('the ready email of an episode free %s says so and promises no invoice', (_how, own, row) => {
    const message = ready({ amountPaid: 0, discountAmount: 599, ...own });
    expect(sumsOf(message).slice(1)).toEqual([row, 'Total: Free']);
    expect(message.text).toContain('This one was free');
    expect(message.text).not.toMatch(/Paddle|Paid once/);
  });

  test('the ready email of a house says what was asked for and how long it runs, and has no receipt', () => {
    const message = ready({ amountPaid: 0 });
    expect(message.text).toContain('15 minutes, Brian and Aria\n');
    expect(message.text).toContain('It runs 15:04.');
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
      `Based on 6 sources
Sleep, part 1 (1.example):
https://1.example/?a=1&b=2
Sleep, part 2
Sleep, part 3 (3.example):
`,
    );
    expect(emailTextOf(message)).toMatch(
      /Based on 6 sources\s+Sleep, part 1 \(1\.example\)\s+Sleep, part 2\s/,
    );
    const shown = [1, 3, 4, 5].map((n) => `https://${n}.example/?a=1&b=2`);
    expect(linksOf(message)).toEqual(expect.arrayContaining(shown));
    const all = parse(message).querySelector('a[href$="&sources=all"]');
    expect(all?.getAttribute('href')).toBe(`${listenUrl}&sources=all`);
    for (const words of [message.text, emailTextOf(message), all?.textContent]) {
      expect(words).toContain('All 6 sources, line by line');
      expect(words).not.toContain('part 6');
    }
  });

  test('the ready email says nothing about sources when there are none, and no “All” of five', () => {
    const none = ready();
    expect(none.text + none.html).not.toMatch(/source/i);
    const one = ready({ sources: sources.slice(0, 1) });
    expect(one.text).toContain('Based on 1 source\n');
    expect(one.text).toContain('\nThe source, line by line:\n');
    expect(ready({ sources: sources.slice(0, 5) }).text).toContain(
      '\nThe sources, line by line:\n',
    );
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

  test('the ready email names eight chapters, and says where the others are when there are more', () => {
    const part = (_: unknown, i: number) => ({ title: `Part ${i + 1}.`, startSeconds: i * 90 });
    const eight = ready({ chapters: Array.from({ length: 8 }, part) });
    expect(eight.text).toContain('Part 8.');
    expect(eight.text).not.toContain('All 8');
    const nine = ready({ chapters: Array.from({ length: 9 }, part) });
    expect(nine.text).toContain(`Part 8.\n${listenUrl}&t=630\n\nAll 9 chapters:\n${listenUrl}\n`);
    expect(nine.text).not.toContain('Part 9.');
  });

  test('the ready email has no chapter list when there are no chapters', () => {
    expect(ready({ chapters: [] }).text).not.toContain('Chapters');
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
    const cover = parse(message).querySelector('img[alt="Cover"]');
    expect(cover?.getAttribute('src')).toBe('https://duologue.example/cover.jpg?a=1&b=2');
    expect(cover?.closest('a')?.getAttribute('href')).toBe(listenUrl);
    expect(parse(ready()).querySelectorAll('img')).toHaveLength(1);
  });

  test('the ready email links each chapter to its second', () => {
    const message = ready();
    const url = `${listenUrl}&t=245`;
    expect(message.text).toContain(`4:05  What the brain does at night\n${url}\n`);
    const link = parse(message).querySelector(`a[href="${url}"]`);
    expect(link?.textContent).toBe('What the brain does at night');
    expect(link?.closest('tr')?.textContent).toBe('4:05What the brain does at night');
  });

  test('the ready email names the hosts in their own colours, in the order of their microphones', () => {
    const page = parse(ready());
    const [first, second] = ['a', 'b'].map((host) => page.querySelector(`span.${host}`));
    expect([first?.textContent, second?.textContent]).toEqual(['Brian', 'Aria']);
    expect(first?.closest('p')?.textContent?.replace(/\s+/g, ' ')).toMatch(
      /^15 minutes, Brian and Aria/,
    );
  });

  test('the ready email begins with the wave of the episode when it has one', () => {
    const waveUrl = 'https://duologue.example/media/t/wave.png';
    const [mark, wave] = parse(ready({ waveUrl })).querySelectorAll('img');
    expect(mark?.alt).toBe(brand.name);
    expect([wave?.getAttribute('src'), wave?.alt]).toEqual([waveUrl, '']);
  });

  test('what brings joy stands before the sources, and the receipt last', () => {
    const message = ready({
      sources,
      followUps: [{ question: 'Why do neap tides lag?', url: receiptUrl }],
    });
    const headings = [...parse(message).querySelectorAll('h1, h2')];
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Why we sleep',
      'Chapters',
      'Ask Brian and Aria next',
      'Based on 6 sources',
      'Your receipt',
    ]);
  });

  test.each([
    ['in Latin', 'w'],
    ['in Japanese', '眠'],
    ['in signs that have to be escaped', '"'],
  ])('the longest ready email %s stays below what Gmail cuts off', (_script, sign) => {
    const url = `https://duologue.example/listen?episode=${sign.repeat(43)}`;
    const { html } = ready({
      title: sign.repeat(120),
      hosts: [sign.repeat(40), sign.repeat(40)],
      listenUrl: url,
      coverUrl: `${url}/cover.jpg`,
      waveUrl: `${url}/wave.png`,
      chapters: Array.from({ length: 16 }, () => ({
        title: sign.repeat(80),
        startSeconds: 1499,
      })),
      sources: Array.from({ length: 24 }, () => ({
        title: sign.repeat(300),
        site: sign.repeat(100),
        url: `https://x.example/${'y'.repeat(2000)}`,
      })),
      followUps: Array.from({ length: 3 }, () => ({
        question: sign.repeat(200),
        url: `https://duologue.example/create?topic=${encodeURIComponent(sign.repeat(200))}`,
      })),
      demoWriter: true,
    });
    expect(new TextEncoder().encode(html).length).toBeLessThan(102_000);
  });
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
    // One chapter fewer than in the plain email: a row, its two cells and their link.
    expect(elements(message)).toBe(elements(plain) - 4);
    expect(parse(message).querySelector('h1')?.textContent).toBe(typed);
  });

  test('a line break in user input adds no line to the subject', () => {
    const { subject } = ready({ title: 'a\r\nBcc: eve@evil.example' });
    expect(subject).toBe('Your episode is ready: a Bcc: eve@evil.example');
  });
});

test('an email with a javascript: link is refused', () => {
  expect(() => ready({ receiptUrl: 'javascript:alert(1)' })).toThrow('may only link to http');
  expect(() => ready({ listenUrl: 'javascript:alert(1)' })).toThrow('may only link to http');
});
