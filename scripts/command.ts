import path from 'node:path';
import { startEmbeddedPostgres } from '../server/base/db/embedded.ts';
import { migrate } from '../server/base/db/migrate.ts';
import { type Config, readConfig } from '../server/supply/config/config.ts';

/** Runs an operator's command: prints its answer, or one sentence and exit code 1. */
export function command(main: (config: () => Config) => Promise<string>): void {
  main(() => readConfig(process.env)).then(console.log, (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

/** What was typed cannot be meant: exit code 2. */
export class WrongUsage extends Error {}

/** Runs a command that checks something: exit code 0 if all is well. */
export function runCheck(main: () => Promise<boolean>): void {
  main().then(
    // Some SDKs keep connections open for a while.
    (isWell) => process.exit(isWell ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      process.exit(error instanceof WrongUsage ? 2 : 1);
    },
  );
}

/** Runs `work` with the address of the product's database, migrated to this version. */
export async function onDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const dir = path.join(config.dataDir, 'postgres');
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dir });
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    await migrate(url);
    return await work(url);
  } finally {
    await embedded?.stop();
  }
}
