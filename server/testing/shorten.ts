import type { Pool } from 'pg';

/**
 * Makes at most so many minutes of each order that is paid from now on; the orders stay as they are.
 * In the database, because the product neither sells nor knows such lengths.
 */
export async function makeAtMost(pool: Pool, minutes: number): Promise<void> {
  await pool.query(
    `create or replace function shorten() returns trigger language plpgsql as
     $$ begin new.duration := least(new.duration, ${Number(minutes)}); return new; end $$`,
  );
  await pool.query(
    `create or replace trigger shorten before insert on podcasts
     for each row execute function shorten()`,
  );
}
