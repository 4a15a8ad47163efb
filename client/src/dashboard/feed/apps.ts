/**
 * The links that open a feed in each podcast app. Sources: the clients of the Podlove Subscribe Button
 * (Apple, Overcast, Pocket Casts), Pocket Casts' own tests (`IntentUtil.getPodloveUrl`) and AntennaPod's
 * documentation ("Add on AntennaPod"). Apple's and Pocket Casts' links omit the feed's scheme.
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
