import { Router } from 'express';
import { contactRequest } from '#shared/contact.ts';
import { visitorOf } from '../auth/guard.ts';
import type { Limit } from '../http/limits.ts';
import { parse } from '../http/parse.ts';
import type { Contact } from './contact.ts';

/** `/api/contact`: open to visitors, a few letters an hour from each address. */
export function contactRoutes({ contact, limit }: { contact: Contact; limit: Limit }): Router {
  return Router().post('/', limit('contact', 5, 3600), async (req, res) => {
    await contact.receive(parse(contactRequest, req.body), visitorOf(req)?.id ?? null);
    res.status(201).json({ success: true });
  });
}
