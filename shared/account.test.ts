import { expect, test } from 'vitest';
import { emailAddress, loginRequest, registerRequest } from './account.ts';
import { contactRequest } from './contact.ts';
import { emailChange } from './order.ts';
import { reportRequest } from './reportSchema.ts';

const schema = emailAddress('Not an address');
const complaints = (address: string) =>
  schema.safeParse(address).error?.issues.map(({ message }) => message);
const plain = 'Our emails only reach addresses with plain characters (a to z) before the @';

test.each([
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  [' Ann@BÜCHER.Example ', 'Ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['ann@post.straße.example', 'ann@post.xn--strae-oqa.example'],
  ['ann@почта.рф', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ['ann@xn--80a1acny.xn--p1ai', 'ann@xn--80a1acny.xn--p1ai'],
  ["O'Neil+tag@Mail.example.co.uk", "O'Neil+tag@Mail.example.co.uk"],
])('the address %s is read as %s, and that as itself', (typed, read) => {
  expect(schema.parse(typed)).toBe(read);
  expect(schema.parse(read)).toBe(read);
});

test.each(['jörg@example.com', '用户@example.com', 'jörg@bücher.example', 'zoë@x@example.com'])(
  'the address %s is refused because of what stands before the @',
  (typed) => {
    expect(complaints(typed)).toEqual([plain]);
  },
);

test.each([
  '',
  'ann',
  'müller',
  'ann@bücher',
  'ann@bücher.example/path',
  'ann@bücher.example:80',
  'ann@bücher.example?a',
  'ann@bücher.example#a',
  'ann@bü cher.example',
  'ann@bü\ncher.example',
  'ann@bü%2echer.example',
  'ann@１２７.０.０.１',
  'ann@\u00ad.example',
  'ann@xn--ü.example',
  '@bücher.example',
  'ann@\ud800.example',
  `ann@${'bücher.'.repeat(30)}example`,
  `${'ö'.repeat(100_000)}@example.com`,
  `${'@'.repeat(100_000)}bücher.example`,
])('%j is no address', (typed) => {
  expect(complaints(typed)).toEqual(['Not an address']);
});

test('every form takes such an address, and says why it takes another not', () => {
  const rest = { password: 'secret1', message: 'Hello', token: 'a', reason: 'Something else' };
  for (const [form, schema] of Object.entries({
    loginRequest,
    registerRequest,
    contactRequest,
    emailChange,
    reportRequest,
  })) {
    const read = (email: string) => {
      const known = Object.keys(schema.shape);
      const given = Object.entries({ ...rest, email }).filter(([name]) => known.includes(name));
      return schema.safeParse(Object.fromEntries(given));
    };
    expect([form, read('ann@bücher.example').data?.email]).toEqual([
      form,
      'ann@xn--bcher-kva.example',
    ]);
    const [issue] = read('jörg@example.com').error?.issues ?? [];
    expect([form, issue?.path, issue?.message]).toEqual([form, ['email'], plain]);
  }
});

test('a report needs no address, and a wrong one is refused in a sentence', () => {
  const report = { token: 'a', reason: 'Something else' };
  expect(reportRequest.parse(report).email).toBeUndefined();
  expect(reportRequest.parse({ ...report, email: '' }).email).toBeUndefined();
  const { error } = reportRequest.safeParse({ ...report, email: 'ann@' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a valid email address',
  ]);
});
