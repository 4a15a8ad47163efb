/**
 * A PDF with one page per given content stream; the reader rebuilds the cross-reference table. `xmp` are
 * elements of its metadata.
 */
export function makePdf(
  streams: (string | Buffer)[],
  { filter = '', trailer = '', xmp = '' } = {},
): Buffer {
  const metadata = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${xmp}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const kids = streams.map((_, index) => `${10 + 2 * index} 0 R`).join(' ');
  return Buffer.concat([
    Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R/Lang(en-GB)/Metadata 5 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${kids}]/Count ${streams.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
4 0 obj<</Title(The light)/CreationDate(D:20230405120000Z)>>endobj
5 0 obj<</Type/Metadata/Subtype/XML/Length ${metadata.length}>>stream
${metadata}
endstream endobj
`),
    ...streams.flatMap((stream, index) => [
      Buffer.from(`${10 + 2 * index} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]
/Contents ${11 + 2 * index} 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj
${11 + 2 * index} 0 obj<</Length ${stream.length}${filter}>>stream\n`),
      Buffer.from(stream),
      Buffer.from('\nendstream endobj\n'),
    ]),
    Buffer.from(`trailer<</Root 1 0 R/Info 4 0 R${trailer}>>\n%%EOF`),
  ]);
}

/** Lines of one page, with a gap before each that is empty. */
export const drawLines = (lines: string[]) =>
  `BT /F1 12 Tf 50 700 Td ${lines.map((line) => `(${line}) Tj 0 -${line ? 14 : 26} Td`).join(' ')} ET`;
