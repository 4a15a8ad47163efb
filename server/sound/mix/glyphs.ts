/** Reads which characters a TrueType font can draw (OpenType 1.9, `cmap`, format 4). */
export function charactersOf(font: Buffer): Set<number> {
  const characters = new Set<number>();
  const start = tableStart(font, 'cmap');
  const subtables = start === null ? 0 : font.readUInt16BE(start + 2);
  for (let i = 0; i < subtables; i++) {
    const subtable = (start ?? 0) + font.readUInt32BE((start ?? 0) + 4 + 8 * i + 4);
    if (font.readUInt16BE(subtable) === 4) readSegments(font, subtable, characters);
  }
  return characters;
}

function tableStart(font: Buffer, tag: string): number | null {
  const tables = font.readUInt16BE(4);
  for (let entry = 12; entry < 12 + 16 * tables; entry += 16) {
    if (font.toString('latin1', entry, entry + 4) === tag) return font.readUInt32BE(entry + 8);
  }
  return null;
}

/** A segment is a range of characters with an offset to their glyphs; glyph 0 is missing. */
function readSegments(font: Buffer, subtable: number, characters: Set<number>): void {
  const size = font.readUInt16BE(subtable + 6);
  const column = (index: number) => subtable + 14 + index * size + (index > 0 ? 2 : 0);
  for (let at = 0; at < size; at += 2) {
    const last = font.readUInt16BE(column(0) + at);
    const first = font.readUInt16BE(column(1) + at);
    const delta = font.readUInt16BE(column(2) + at);
    const rangeAt = column(3) + at;
    const range = font.readUInt16BE(rangeAt);
    for (let character = first; character <= last && character !== 0xffff; character++) {
      const direct = range
        ? font.readUInt16BE(rangeAt + range + 2 * (character - first))
        : character;
      const glyph = direct === 0 && range ? 0 : (direct + delta) & 0xffff;
      if (glyph) characters.add(character);
    }
  }
}
