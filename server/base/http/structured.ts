import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { brand } from '#shared/brand.ts';
import { wholeSeconds } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';

const MACHINE_MADE = {
  digitalSourceType: [
    'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    DIGITAL_SOURCE_TYPE,
  ],
};

export function describeEpisode(
  episode: Listening['episode'],
  { publicUrl, url }: { publicUrl: string; url: string },
): object {
  const { title, summary, duration, durationSeconds, audioUrl, coverUrl, completedAt } = episode;
  const length = `PT${wholeSeconds(durationSeconds ?? duration * 60)}S`;
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    name: title,
    url,
    ...(summary && { description: summary }),
    ...(coverUrl && { image: publicUrl + coverUrl }),
    ...(completedAt && { datePublished: completedAt }),
    inLanguage: 'en',
    duration: length,
    creator: { '@type': 'Organization', name: brand.name, url: publicUrl },
    creditText: AI_DISCLOSURE,
    ...MACHINE_MADE,
    ...(audioUrl && {
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: publicUrl + audioUrl,
        encodingFormat: 'audio/mpeg',
        duration: length,
        ...MACHINE_MADE,
      },
    }),
  };
}
