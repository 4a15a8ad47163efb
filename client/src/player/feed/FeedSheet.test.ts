import { expect, test } from 'vitest';
import { appsFor } from './FeedSheet.tsx';

const FEED = 'https://duologue.example/feeds/secret.xml';

test('each podcast app gets the feed address in its own link format', () => {
  expect(appsFor(FEED).map(({ name, href }) => [name, href])).toEqual([
    ['Apple Podcasts', 'podcast://duologue.example/feeds/secret.xml'],
    [
      'Overcast',
      'overcast://x-callback-url/add?url=https%3A%2F%2Fduologue.example%2Ffeeds%2Fsecret.xml',
    ],
    ['Pocket Casts', 'pktc://subscribe/duologue.example/feeds/secret.xml'],
    [
      'AntennaPod',
      'https://antennapod.org/deeplink/subscribe?url=https%3A%2F%2Fduologue.example%2Ffeeds%2Fsecret.xml',
    ],
  ]);
});
