/**
 * How each podcast app is asked to open a feed. `podcast:`, Overcast's and Pocket Casts' addresses
 * are those of the Podlove Subscribe Button's list of clients, the last also of Pocket Casts' own
 * tests (`IntentUtil.getPodloveUrl`); AntennaPod's is the one its documentation gives to podcasters
 * ("Add on AntennaPod"). Apple's and Pocket Casts' take the feed's address without its scheme.
 */
export function appsFor(feedUrl: string): { name: string; where: string; href: string }[] {
  const bare = feedUrl.replace(/^https?:\/\//, '');
  const whole = encodeURIComponent(feedUrl);
  return [
    { name: 'Apple Podcasts', where: 'iPhone, iPad, Mac', href: `podcast://${bare}` },
    { name: 'Overcast', where: 'iPhone', href: `overcast://x-callback-url/add?url=${whole}` },
    { name: 'Pocket Casts', where: 'iPhone, Android', href: `pktc://subscribe/${bare}` },
    {
      name: 'AntennaPod',
      where: 'Android',
      href: `https://antennapod.org/deeplink/subscribe?url=${whole}`,
    },
  ];
}
