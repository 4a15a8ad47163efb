import type { Podcast } from '#shared/episode.ts';

const DAY = 86_400_000;

/** Dated from `now`. Their links lead to the create form. */
export function sampleEpisodes(now: Date): Podcast[] {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  return [
    episode({
      publicId: 'sample-sea',
      title: 'Why the sea glows at night',
      duration: 15,
      ...hosts('Brian', 'Lily'),
      status: 'processing',
      stage: 'speaking',
      progress: { linesWritten: 148, linesSpoken: 64, secondsSpoken: 390 },
      etaSeconds: 230,
      createdAt: daysAgo(0),
    }),
    episode({
      publicId: 'sample-metro',
      title: 'How the metro got its voice',
      duration: 20,
      ...hosts('Daniel', 'Alice'),
      durationSeconds: 1200,
      position: { seconds: 864, age: 0 },
      createdAt: daysAgo(1),
    }),
    episode({
      publicId: 'sample-knots',
      title: 'Knots sailors actually use',
      duration: 10,
      ...hosts('Brian', 'Matilda'),
      isPlayed: true,
      createdAt: daysAgo(4),
    }),
  ];
}

const hosts = (one: string, other: string) => ({
  voice1Id: '',
  voice1Name: one,
  voice2Id: '',
  voice2Name: other,
});

type Own = Pick<Podcast, 'publicId' | 'title' | 'duration' | 'createdAt'> &
  ReturnType<typeof hosts> &
  Partial<Podcast>;

function episode(own: Own): Podcast {
  const status = own.status ?? 'completed';
  return {
    topic: own.title,
    tone: 'Normal',
    style: 'Conversation',
    stings: true,
    status,
    stage: 'emailing',
    progress: { linesWritten: 0, linesSpoken: 0, secondsSpoken: 0 },
    sources: [],
    showsSources: false,
    lastLine: null,
    etaSeconds: null,
    durationSeconds: null,
    wave: null,
    position: null,
    isPlayed: false,
    amountPaid: 0,
    email: '',
    audioUrl: status === 'completed' ? `#${own.publicId}` : null,
    partsUrl: null,
    listenUrl: `/create?topic=${encodeURIComponent(own.title)}`,
    failure: null,
    completedAt: null,
    ...own,
  };
}
