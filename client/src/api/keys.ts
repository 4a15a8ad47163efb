const part = encodeURIComponent;

/** Keys that several files name. Joined with `/`, most are the path that is fetched. */
export const keys = {
  session: ['/api/auth/me'],
  config: ['/api/config'],
  minutes: ['/api/minutes'],
  orders: ['/api/orders'],
  order: (id: string) => ['/api/orders', part(id)],
  sources: ['/api/sources'],
  source: (id: string) => ['/api/sources', part(id)],
  /** Sources that are being read for the first time. */
  newSources: ['new source'],
  newSource: (key: string) => ['new source', key],
  podcast: (publicId: string) => ['/api/podcasts', part(publicId)],
  /** The prefix of every list, whatever was searched for. */
  episodeLists: ['episodes'],
  episodes: (q: string) => ['episodes', q],
  admin: (name: string) => [`/api/admin/${name}`],
  adminOne: (name: string, id: string) => [`/api/admin/${name}`, part(id)],
};
