import { z } from 'zod';
import { clientConfig } from '#shared/config.ts';
import { contactRequest } from '#shared/contact.ts';
import { reportRequest } from '#shared/reportSchema.ts';
import { sampleList } from '#shared/samples.ts';
import { voiceList } from '#shared/voices.ts';
import { readiness, readinessRequest } from '../health/readiness.ts';
import { done, type Operations } from './operation.ts';

const ok = z.object({ ok: z.literal(true) });

/** What a visitor and an operator's machine ask for. */
export const openOperations: Operations = {
  'GET /healthz': { summary: 'The process answers', access: 'anyone', reply: ok },
  'GET /healthz/mirror': {
    summary: 'How this very request arrives, as two events half a second apart',
    access: 'anyone',
    reply: 'text/event-stream',
  },
  'GET /readyz': {
    summary: 'So does what it works with; 503 names what does not',
    access: 'anyone',
    query: readinessRequest,
    reply: readiness,
  },
  'GET /metrics': {
    summary: 'For Prometheus; 404 where no METRICS_TOKEN is set',
    access: 'operator',
    reply: 'text/plain',
  },
  'GET /openapi.json': {
    summary: 'This document',
    access: 'anyone',
    reply: 'application/json',
  },
  'GET /api/config': {
    summary: 'What a browser must know of this installation',
    access: 'anyone',
    reply: clientConfig,
  },
  'GET /api/voices': { summary: 'Every voice', access: 'anyone', reply: voiceList },
  'GET /api/voices/:id/sample.mp3': {
    summary: 'How a voice sounds',
    access: 'anyone',
    reply: 'audio/mpeg',
  },
  'GET /api/voices/:id/avatar.svg': {
    summary: 'A picture for a voice',
    access: 'anyone',
    reply: 'image/svg+xml',
  },
  'GET /api/samples': {
    summary: 'Episodes that anybody may hear',
    access: 'anyone',
    reply: sampleList,
  },
  'POST /api/contact': {
    summary: 'Write to support',
    access: 'anyone',
    body: contactRequest,
    status: 201,
    reply: done,
  },
  'POST /api/reports': {
    summary: 'Report a shared episode',
    access: 'anyone',
    body: reportRequest,
    status: 201,
    reply: done,
  },
};
