import { mutationOptions } from '@tanstack/react-query';
import type { ContactRequest } from '#shared/contact.ts';
import type { ReportRequest } from '#shared/reportSchema.ts';
import { call } from './client.ts';

export const sendMessage = mutationOptions({
  mutationFn: (body: ContactRequest) => call('POST', '/api/contact', { body }),
});

export const reportEpisode = mutationOptions({
  mutationFn: (body: ReportRequest) => call('POST', '/api/reports', { body }),
});
