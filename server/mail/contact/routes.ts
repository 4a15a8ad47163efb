import { contactRequest } from '#shared/contact.ts';
import type { Limit } from '../../base/bounds/requestLimits.ts';
import { done, doneReply, type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import { type ContactTools, receiveMessage } from './contact.ts';

export const contactEndpoints = ({
  contact,
  limit,
}: {
  contact: ContactTools;
  limit: Limit;
}): Endpoint[] => [
  endpoint('POST /api/contact', {
    summary: 'Write to support',
    access: 'anyone',
    before: limit('contact'),
    body: contactRequest,
    status: 201,
    reply: doneReply,
    handle: ({ user, body }) => done(receiveMessage(contact, body, user?.id ?? null)),
  }),
];
