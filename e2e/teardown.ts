import { rm } from 'node:fs/promises';

/** The servers are down by now; what they kept goes with them. */
export default async function teardown(): Promise<void> {
  const dir = process.env.E2E_DATA_DIR;
  if (dir) await rm(dir, { recursive: true, force: true });
}
