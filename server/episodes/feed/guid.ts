import { createHash } from 'node:crypto';

/** The namespace of `podcast:guid` (podcast-namespace `docs/1.0.md`, "Guid"). */
const NAMESPACE = 'ead4c236bf5858c6a2c6a6b28d128cb6';

/** UUIDv5 of an address without the scheme. Ours must not change with the feed's address. */
export function guidOf(feedUrl: string): string {
  const name = feedUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, '');
  const hash = createHash('sha1').update(NAMESPACE, 'hex').update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
