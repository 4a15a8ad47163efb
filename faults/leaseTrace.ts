import type { Episode } from './episode.ts';
import type { System } from './system.ts';

/** Records which instance wrote under which lease, by `application_name`. */
export async function openLeaseTrace({ pool }: System) {
  await pool.query(`
    create table if not exists lease_trace (
      id serial primary key, podcast_id int, lease int, name text);
    create or replace function bear_witness() returns trigger language plpgsql as $$
    declare
      podcast int := case tg_table_name when 'podcasts' then (to_jsonb(new) ->> 'id')::int
        else (to_jsonb(new) ->> 'podcast_id')::int end;
    begin
      insert into lease_trace (podcast_id, lease, name)
      select podcast, lease, current_setting('application_name') from podcasts where id = podcast;
      return null;
    end $$;
    create or replace trigger bear_witness after update on podcasts
      for each row when (old.status = 'processing') execute function bear_witness();
    create or replace trigger bear_witness after insert or update on podcast_lines
      for each row execute function bear_witness();`);
  return {
    async last({ id }: Episode): Promise<string | null> {
      const { rows } = await pool.query(
        'select name from lease_trace where podcast_id = $1 order by lease_trace.id desc limit 1',
        [id],
      );
      return rows[0]?.name ?? null;
    },
    async shared({ id }: Episode): Promise<string[]> {
      const { rows } = await pool.query(
        `select lease, string_agg(distinct name, ' and ') as names from lease_trace
         where podcast_id = $1 group by lease having count(distinct name) > 1`,
        [id],
      );
      return rows.map(({ lease, names }) => `${names} wrote under lease ${lease}`);
    },
  };
}
