import { deflateSync } from 'node:zlib';
import injections from './injections.json' with { type: 'json' };
import { encryption, paged, textDocument, writePdf } from './pdf.ts';
import { type WebPage, webPages } from './webPages.ts';

/** Bytes of the bomb's content when it is unpacked, and how many times its page names it. */
const BOMB = 32 * 1024 ** 2;
const REPEATED = 64;
const SCAN = { width: 425, height: 550 };

const textOf = ({ title, facts }: WebPage) =>
  [title, '', ...facts.map(({ sentence }) => sentence)].join('\n');
const lighthouses = webPages.filter(({ subject }) => subject === 'lighthouses');
const ordinary = () => textDocument('Lighthouses', lighthouses.map(textOf));

/** Each document is made when it is first asked for. */
export const pdfs = {
  ordinary: once(() => writePdf(ordinary())),
  long: once(() => writePdf(textDocument('Everything', webPages.map(textOf)))),
  /** An image of lines without text. */
  scanned: once(scan),
  encrypted: once(() => writePdf(ordinary(), encryption('lantern'))),
  /** Begins as a PDF does, and goes on as noise. */
  broken: once(() => {
    const whole = writePdf(ordinary());
    return Buffer.concat([
      whole.subarray(0, 15),
      whole.subarray(15, 3000).map((byte) => byte ^ 85),
    ]);
  }),
  /** A few kilobytes that unpack to two gigabytes of text. */
  bomb: once(bomb),
  injected: once(() =>
    writePdf(textDocument(injections.title, [...lighthouses.map(textOf), injections.pdf])),
  ),
};

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function scan(): Buffer {
  const { width, height } = SCAN;
  const pixels = Buffer.alloc(width * height, 240);
  for (let y = 40; y < height - 40; y++) {
    if (y % 16 > 8) continue;
    for (let x = 40; x < width - 40; x++) if ((x * 7 + y * 3) % 11 < 4) pixels[y * width + x] = 40;
  }
  const image = {
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    stream: deflateSync(pixels),
  };
  const contents = [Buffer.from('q 595 0 0 842 0 0 cm /Im1 Do Q')];
  return writePdf(
    paged({ title: 'Scan', resources: '/XObject << /Im1 4 0 R >>', shared: [image], contents }),
  );
}

function bomb(): Buffer {
  const objects = ordinary();
  const content = objects.length;
  const shown = Buffer.alloc(BOMB, 'BT /F1 9 Tf (Boom) Tj ET\n');
  objects[content - 1] = {
    dictionary: '/Filter [/FlateDecode /FlateDecode]',
    stream: deflateSync(deflateSync(shown)),
  };
  const page = objects[content - 2];
  const repeated = `/Contents [${`${content} 0 R `.repeat(REPEATED)}]`;
  if (page) page.dictionary = page.dictionary.replace(/\/Contents \d+ 0 R/, repeated);
  return writePdf(objects);
}
