/** Who an email is from: where its pictures are, and who answers. */
export interface Sender {
  publicUrl: string;
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

/** The building blocks of our emails; a string is a paragraph. */
export type Block =
  | string
  | { kind: 'soft'; text: string }
  /** How long an episode is, and who talks, each in their colour. */
  | { kind: 'hosts'; length: string; hosts: [string, string] }
  | ({ kind: 'button' } & Link)
  | ({ kind: 'link' } & Link)
  /** As wide as the email; the link is what a tap on it opens. */
  | { kind: 'image'; src: string; alt: string; url: string }
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
  /** The picture at the top: the episode's wave. */
  wave?: { src: string; alt: string } | null;
  blocks: Block[];
}
