import { z } from 'zod';
import { storable } from '#shared/account.ts';
import { page } from '../http/page.ts';

/** `?q=` finds episodes by words of their title or topic. */
export const shelfPage = page.extend({
  q: z.string().overwrite(storable).trim().max(200).default(''),
});

/** `PUT /api/podcasts/:token/position`: where a listener stopped. */
export const place = z.object({ seconds: z.number().min(0) });

/** `GET /media/:token/episode.mp3?download=1`: as a file with the episode's name. */
export const download = z.object({ download: z.literal('1').optional() });
