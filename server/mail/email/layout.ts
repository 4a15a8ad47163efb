import type { Draft } from './block.ts';
import { asHtml } from './html.ts';
import { asText } from './text.ts';

export interface EmailText {
  subject: string;
  text: string;
  html: string;
  unsubscribe?: string;
}

export function layOut(draft: Draft): EmailText {
  const subject = draft.subject.replace(/\s+/g, ' ').trim();
  return { subject, text: asText(draft), html: asHtml({ ...draft, subject }) };
}
