/** What buyer and listener are told where the script's writer is a stand-in. */
export const DEMO_NOTICE =
  'This is the demo studio: six subjects are written out in full. Any other is named, and one of the six is played instead.';
