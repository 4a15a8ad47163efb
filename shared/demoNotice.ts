/** Shown to buyer and listener where the script's writer is a stand-in. */
export const DEMO_NOTICE =
  'This is the demo studio: six episodes are written out in full, and it can talk about a text or link of yours. On any other topic, you hear one of the six instead, and it says so.';
