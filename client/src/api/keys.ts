const part = encodeURIComponent;

/** Joined with `/`, most keys are the path that is fetched. */
export const keys = {
  session: ['/api/auth/me'],
  config: ['/api/config'],
  voices: ['/api/voices'],
  samples: ['/api/samples'],
  feed: ['/api/account', 'feed'],
  minutes: ['/api/minutes'],
  orders: ['/api/orders'],
  latestOrders: ['/api/orders?limit=100'],
  order: (id: string) => ['/api/orders', part(id)],
  receipt: (id: string) => ['/api/orders', part(id), 'receipt'],
  quote: (duration: number, code: string) => ['quote', duration, code],
  brief: (topic: string, sources: string[]) => ['brief', topic, ...sources],
  sources: ['/api/sources'],
  source: (id: string) => ['/api/sources', part(id)],
  /** Sources that are being read for the first time. */
  newSources: ['new source'],
  newSource: (key: string) => ['new source', key],
  preview: (id: string, minutes: number) => ['/api/previews', `${part(id)}?minutes=${minutes}`],
  previewLength: (id: string, minutes: number) => ['preview length', id, minutes],
  podcast: (publicId: string) => ['/api/podcasts', part(publicId)],
  /** The prefix of every list, whatever was searched for. */
  episodeLists: ['episodes'],
  episodes: (q: string) => ['episodes', q],
  listening: (token: string) => ['/api/listen', part(token)],
  file: (url: string | null) => [url],
  admin: (name: string) => [`/api/admin/${name}`],
  adminPages: (name: string, search: Record<string, string>) => [`/api/admin/${name}`, search],
  adminOne: (name: string, id: string) => [`/api/admin/${name}`, part(id)],
};
