import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** `dictionary` is without its angle brackets. */
export interface PdfObject {
  dictionary: string;
  stream?: Buffer;
}

const WIDTH = 85;
const LINES = 48;

/** Each text begins on a page of its own. */
export function textDocument(title: string, texts: string[]): PdfObject[] {
  const pages = texts.flatMap(split);
  const font = {
    dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding',
  };
  return paged({
    title,
    resources: '/Font << /F1 4 0 R >>',
    shared: [font],
    contents: pages.map((lines) => {
      const shown = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
      return Buffer.from(`BT /F1 11 Tf 14 TL 56 786 Td\n${shown}\nET`, 'latin1');
    }),
  });
}

/** Object 1 is the catalogue, 2 the list of pages, 3 the title; shared objects follow from 4 on. */
export function paged({
  title,
  resources,
  shared,
  contents,
}: {
  title: string;
  resources: string;
  shared: PdfObject[];
  contents: Buffer[];
}): PdfObject[] {
  const first = 4 + shared.length;
  const kids = contents.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  return [
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: `/Type /Pages /Kids [${kids}] /Count ${contents.length}` },
    { dictionary: `/Title (${escapeText(title)}) /CreationDate (D:20240501120000Z)` },
    ...shared,
    ...contents.flatMap((stream, at) => [
      {
        dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${first + 2 * at + 1} 0 R`,
      },
      { dictionary: '/Filter /FlateDecode', stream: deflateSync(stream) },
    ]),
  ];
}

function split(text: string): string[][] {
  const lines = text
    .split('\n')
    .flatMap((paragraph) => [
      ...(paragraph.match(new RegExp(`.{1,${WIDTH}}(?:\\s|$)`, 'g')) ?? []).map((line) =>
        line.trimEnd(),
      ),
      '',
    ]);
  const count = Math.max(1, Math.ceil(lines.length / LINES));
  return Array.from({ length: count }, (_, at) => lines.slice(at * LINES, (at + 1) * LINES));
}

const escapeText = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** With `trailer` and `key` the streams are encrypted. */
export function writePdf(
  objects: PdfObject[],
  { trailer = '/Info 3 0 R', key }: { trailer?: string; key?: Buffer } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  const length = () => parts.reduce((sum, { length }) => sum + length, 0);
  for (const [at, { dictionary, stream }] of objects.entries()) {
    offsets.push(length());
    const data = stream && key ? rc4(objectKey(key, at + 1), stream) : stream;
    const size = data ? ` /Length ${data.length}` : '';
    parts.push(Buffer.from(`${at + 1} 0 obj\n<< ${dictionary}${size} >>\n`, 'latin1'));
    if (data) parts.push(Buffer.from('stream\n'), data, Buffer.from('\nendstream\n'));
    parts.push(Buffer.from('endobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R ${trailer} >>\nstartxref\n${length()}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

/** The specification's padding of passwords (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
);

/** 40-bit RC4, revision 2. */
export function encryption(password: string): { trailer: string; key: Buffer } {
  const padded = (text: string) => Buffer.concat([Buffer.from(text), PADDING]).subarray(0, 32);
  const id = md5(Buffer.from('stand-in web'));
  const permissions = Buffer.from('fcffffff', 'hex');
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password));
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return {
    trailer: `/ID [${hex(id)} ${hex(id)}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >>`,
    key,
  };
}

const objectKey = (key: Buffer, number: number) =>
  md5(key, Buffer.from([number & 255, number >> 8, 0, 0, 0])).subarray(0, key.length + 5);

/** OpenSSL no longer has RC4. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [at(other), at(one)];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  const coded = data.map((byte) => {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    return byte ^ at(at(i) + at(j));
  });
  return Buffer.from(coded);
}
