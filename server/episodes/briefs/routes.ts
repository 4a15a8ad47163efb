import { z } from 'zod';
import { brief, briefRequest } from '#shared/brief.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { type Asking, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { ownerOf, type Sources } from '../sources/sources.ts';
import type { Briefs } from './briefs.ts';

/** Limited, because each reading of a new topic is bought. */
export const briefEndpoints = ({
  briefs,
  sources,
  limit,
  asking,
}: {
  briefs: Briefs;
  sources: Pick<Sources, 'titlesOf'>;
  limit: Limit;
  asking: Asking;
}): Endpoint[] => [
  endpoint('POST /api/briefs', {
    summary: 'What a topic asks for',
    access: asking,
    before: limit('briefs'),
    body: briefRequest,
    reply: z.object({ brief }),
    // A brief needs no sources: those that are gone or somebody else's are left out.
    async handle({ req, body: { topic, sources: ids } }) {
      const titles = await sources.titlesOf(ownerOf(req), ids);
      return { brief: await briefs.read({ topic, sources: titles }) };
    },
  }),
];
