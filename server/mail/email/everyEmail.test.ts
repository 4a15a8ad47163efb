// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { brand } from '#shared/brand.ts';
import { emailTextOf, linksOf, parse, sender } from '../../testing/emailHtml.ts';
import { everyEmail } from './fixtures.ts';
import type { EmailText } from './layout.ts';
import { farewellEmail } from './templates/accountEmails.ts';

const TO_OPERATORS = [
  ...['contact', 'report', 'refused', 'mail', 'cap', 'late', 'key', 'voice', 'voices', 'credits'],
];

describe.each<[string, EmailText]>(Object.entries(everyEmail))(
  'the email “%s”',
  (name, message) => {
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
      expect(message.text).toContain(parse(message).querySelector('h1')?.textContent);
      expect(message.text).not.toMatch(/<\w|&#/);
    });

    test('an email has no exclamation mark and carries the brand’s name', () => {
      const { subject, text, html } = message;
      expect(
        `${subject}${text}${html.replace(/<!doctype html>|<!--.*?-->|!important/g, '')}`,
      ).not.toContain('!');
      expect(html).toContain(brand.name);
    });

    test('an email says who answers, except to those who do', () => {
      const isInternal = TO_OPERATORS.includes(name);
      for (const words of [message.text, emailTextOf(message)]) {
        expect(words.includes(brand.tagline)).toBe(!isInternal);
        expect(words.includes(`Questions: ${sender.supportEmail}`)).toBe(!isInternal);
        expect(words.includes('duologue.example, to whoever runs it')).toBe(isInternal);
      }
    });

    test('an email calls itself an email, and an episode an episode', () => {
      const words = `${message.subject}\n${message.text}`;
      expect(words).not.toMatch(/\bletters?\b|\btapes?\b|may err/i);
    });

    test('every picture of an email comes from our site and says what it shows, except the wave', () => {
      const pictures = [...parse(message).querySelectorAll('img')];
      expect(pictures[0]?.getAttribute('src')).toBe(`${sender.publicUrl}/email-mark.png`);
      for (const picture of pictures) {
        expect(picture.getAttribute('src')).toMatch(/^https:\/\/duologue\.example\//);
        expect(picture.alt === '').toBe(picture.src.endsWith('/wave.png'));
        expect(Number(picture.getAttribute('width'))).toBeLessThanOrEqual(560);
      }
    });

    test('every link of an email is absolute, and looks like one or like a key', () => {
      for (const link of parse(message).querySelectorAll('a')) {
        expect(link.getAttribute('href')).toMatch(/^(https?:\/\/|mailto:\w+@)/);
        expect(link.className).toMatch(/^(ink|soft|label)$/);
      }
    });
  },
);

test('an email of a house without an address of support names whom to ask, or nobody', () => {
  const { text, html } = farewellEmail({ publicUrl: sender.publicUrl, supportEmail: '' });
  expect(text).toContain('If it wasn’t you, tell whoever runs this house right away.');
  expect(text + html).not.toMatch(/Questions|mailto:/);
});

/** Those that a house never writes. */
const OF_A_SHOP = [
  ...['welcome', 'welcome-proven', 'ready', 'ready-free', 'ready-longest', 'failed', 'failed-free'],
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
