import { z } from 'zod';
import { brief, briefRequest } from '#shared/brief.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Limit } from '../http/limits.ts';
import type { Briefs } from './briefs.ts';

/** `/api/briefs`: public, and limited, because each reading of a new topic is bought. */
export const briefEndpoints = ({ briefs, limit }: { briefs: Briefs; limit: Limit }): Endpoint[] => [
  endpoint('POST /api/briefs', {
    summary: 'What a topic asks for',
    access: 'anyone',
    before: limit('briefs', 30, 3600),
    body: briefRequest,
    reply: z.object({ brief }),
    handle: async ({ body }) => ({ brief: await briefs.read(body.topic) }),
  }),
];
