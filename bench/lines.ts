import type { Speaker } from '#shared/script.ts';
import type { Stage } from './stage.ts';

/** Times are seconds of the file. */
export interface SpokenLine {
  speaker: Speaker;
  text: string;
  section: number;
  start: number;
  end: number;
  clipKey: string;
}

export async function linesOf(publicId: string, { pool }: Stage): Promise<SpokenLine[]> {
  const { rows } = await pool.query(
    `select line.speaker, line.text, line.section, line.clip_key as "clipKey",
       line.start_milliseconds / 1000.0::float8 as start,
       (line.start_milliseconds + line.milliseconds) / 1000.0::float8 as end
     from podcast_lines as line join podcasts on podcasts.id = line.podcast_id
     where podcasts.public_id = $1 and line.state = 'spoken' order by line.position`,
    [publicId],
  );
  return rows as SpokenLine[];
}

export function turnsOf(lines: SpokenLine[]): { line: SpokenLine; previous: SpokenLine }[] {
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    return previous ? [{ line, previous }] : [];
  });
}

/** Seconds by which a line lies over the one before it; 0 when it does not. */
export const overlapOf = ({ line, previous }: { line: SpokenLine; previous: SpokenLine }) =>
  Math.max(0, previous.end - line.start);
