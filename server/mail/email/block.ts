/** Who an email is from: where its pictures are, and who answers. */
export interface Sender {
  publicUrl: string;
  /** Empty in a house that has none. */
  supportEmail: string;
}

export interface Link {
  label: string;
  url: string;
}

export interface Row {
  name: string;
  value: string;
  url?: string;
}

/** What is to be copied stands in a row of its own, under name and value. */
export interface Fact extends Row {
  code?: string;
}

/** The link is what a tap on it opens. */
export interface Picture {
  src: string;
  alt: string;
  url: string;
}

/** The building blocks of our emails; a string is a paragraph. */
export type Block =
  | string
  /** Set apart, it has a rule above it. */
  | { kind: 'soft'; text: string; isApart?: boolean }
  | { kind: 'list'; items: string[] }
  /** What a machine said, or what is to be typed: letter by letter. */
  | { kind: 'code'; text: string }
  /** Another person's words, which must not look like ours. */
  | { kind: 'quote'; title: string; lines: string[] }
  /** Each name stands before its value. */
  | { kind: 'facts'; rows: Fact[] }
  /** A present: lit, with its edge to tear off. */
  | { kind: 'ticket'; minutes: number; title: string; text: string }
  /** How long an episode is, who talks, each in their colour, and its cover beside them. */
  | { kind: 'hosts'; length: string; hosts: [string, string]; text: string; cover: Picture | null }
  | ({ kind: 'button' } & Link)
  | ({ kind: 'link' } & Link)
  /** Quiet ones are small: they are there for whoever looks for them. */
  | {
      kind: 'links';
      title: string;
      links: { label: string; url: string | null }[];
      quiet?: boolean;
    }
  /** Each value stands before its name. */
  | { kind: 'rows'; title: string; rows: Row[] }
  /** The last row is the total. */
  | { kind: 'sums'; title: string; rows: Row[]; note: string; link: Link | null };

export interface Draft extends Sender {
  subject: string;
  /** What an inbox shows after the subject. */
  preview: string;
  heading: string;
  /** The picture at the top: the episode's wave. It only decorates, so it has no description. */
  wave?: string | null;
  /** Whether it goes to those who run the product: then nobody has to be told who answers. */
  isInternal?: boolean;
  blocks: Block[];
}
