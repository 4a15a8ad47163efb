import type { Pool } from 'pg';

/** Changes episodes, not orders; by a trigger, because the product does not sell such lengths. */
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
