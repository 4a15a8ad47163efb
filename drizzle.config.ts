import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/base/db/tables.ts',
  out: './migrations',
});
