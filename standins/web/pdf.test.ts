import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pdfs } from './pdfs.ts';
import { webPages } from './webPages.ts';

function streamsOf(bytes: Buffer): { dictionary: string; data: Buffer }[] {
  const text = bytes.toString('latin1');
  return [...text.matchAll(/obj\n<< (.*) \/Length (\d+) >>\nstream\n/g)].map((match) => {
    const start = match.index + match[0].length;
    return { dictionary: match[1] ?? '', data: bytes.subarray(start, start + Number(match[2])) };
  });
}

const textOf = (bytes: Buffer): string =>
  streamsOf(bytes)
    .filter(({ dictionary }) => !dictionary.includes('/Image'))
    .flatMap(({ data }) => [
      ...inflateSync(data)
        .toString('latin1')
        .matchAll(/\((.*)\) Tj/g),
    ])
    .map(([, line = '']) => line.replace(/\\(.)/g, '$1'))
    .join(' ');

test.each(['ordinary', 'long', 'injected'] as const)(
  'the table of the %s document finds each of its objects',
  (name) => {
    const text = pdfs[name]().toString('latin1');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
      Number(at),
    );
    expect(offsets.length).toBeGreaterThan(10);
    for (const [at, offset] of offsets.entries()) {
      expect(text.slice(offset, offset + 10)).toMatch(new RegExp(`^${at + 1} 0 obj`));
    }
  },
);

test('the ordinary document has a page for each page on lighthouses, with all its sentences', () => {
  const bytes = pdfs.ordinary();
  expect(bytes.toString('latin1')).toContain('/Count 4 ');
  const text = textOf(bytes).replace(/\s+/g, ' ');
  const pages = webPages.filter(({ subject }) => subject === 'lighthouses');
  for (const { sentence } of pages.flatMap(({ facts }) => facts)) expect(text).toContain(sentence);
});

test('the long document has every page of the web', () => {
  expect(pdfs.long().toString('latin1')).toContain('/Count 60 ');
});

test('the scanned document has an image and no text', () => {
  const bytes = pdfs.scanned();
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  expect(textOf(bytes)).toBe('');
});

test('the encrypted document says so, and its streams do not unpack', () => {
  const bytes = pdfs.encrypted();
  expect(bytes.toString('latin1')).toMatch(
    /\/Encrypt << \/Filter \/Standard \/V 1 \/R 2 \/O <[\da-f]{64}>/,
  );
  const [stream] = streamsOf(bytes);
  expect(() => inflateSync(stream?.data ?? Buffer.alloc(0))).toThrow();
});

test('the broken document begins as one and has no object', () => {
  const text = pdfs.broken().toString('latin1');
  expect(text).toMatch(/^%PDF-1\.7\n/);
  expect(text).not.toContain(' obj');
});

test('the bomb unpacks to 32 MB, which its first page names 64 times', () => {
  const bytes = pdfs.bomb();
  const bomb = streamsOf(bytes).find(({ dictionary }) =>
    dictionary.includes('/FlateDecode /FlateDecode'),
  );
  const once = inflateSync(bomb?.data ?? Buffer.alloc(0));
  expect(once.length).toBeLessThan(200_000);
  expect(inflateSync(once).length).toBe(32 * 1024 ** 2);
  expect(
    bytes
      .toString('latin1')
      .match(/\/Contents \[([^\]]+)\]/)?.[1]
      ?.match(/ R/g),
  ).toHaveLength(64);
});
