import { createHash } from 'node:crypto';
import type { EpisodeRequest } from '#shared/order.ts';

/**
 * SHA-256 of all that decides how an episode begins, hex: two requests that differ in their length
 * alone begin alike.
 */
export function hashOf(request: EpisodeRequest): string {
  const { topic, brief, sources, onlyTheseSources, voice1Id, voice2Id, tone, style } = request;
  const questions = brief?.questions.map(({ text }) => text) ?? [];
  const deciding = [
    topic,
    questions,
    brief?.level ?? null,
    brief?.avoid ?? [],
    sources,
    onlyTheseSources,
    voice1Id,
    voice2Id,
    tone,
    style,
  ];
  return createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
}
