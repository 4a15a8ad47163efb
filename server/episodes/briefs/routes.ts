import { z } from 'zod';
import { brief, briefRequest } from '#shared/brief.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { ownerOf, titlesOf } from '../sources/sources.ts';
import { type BriefTools, readTopic } from './briefs.ts';

export interface BriefRouteTools extends BriefTools {
  limit: Limit;
  asking: Asking;
}

/** Limited, because each reading of a new topic is bought. */
export const briefEndpoints = (tools: BriefRouteTools): Endpoint[] => [
  endpoint('POST /api/briefs', {
    summary: 'What a topic asks for',
    access: tools.asking,
    before: tools.limit('briefs'),
    body: briefRequest,
    reply: z.object({ brief }),
    // A brief needs no sources: those that are gone or somebody else's are left out.
    async handle({ req, body: { topic, sources: ids } }) {
      const titles = await titlesOf(tools.db, ownerOf(req), ids);
      return { brief: await readTopic(tools, { topic, sources: titles }) };
    },
  }),
];
