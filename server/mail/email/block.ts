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

/** `code` is to be copied, and stands in a row of its own. */
export interface Fact extends Row {
  code?: string;
}

export interface Picture {
  src: string;
  alt: string;
  url: string;
}

/** A string is a paragraph. */
export type Block =
  | string
  | { kind: 'soft'; text: string; isApart?: boolean }
  | { kind: 'list'; items: string[] }
  /** What a machine said or somebody is to type, letter by letter. */
  | { kind: 'code'; text: string }
  /** Another person's words, which must not look like ours. */
  | { kind: 'quote'; title: string; lines: string[] }
  | { kind: 'facts'; rows: Fact[] }
  | { kind: 'ticket'; minutes: number; title: string; text: string }
  | { kind: 'hosts'; length: string; hosts: [string, string]; text: string; cover: Picture | null }
  | ({ kind: 'button' } & Link)
  | ({ kind: 'link' } & Link)
  | {
      kind: 'links';
      title: string;
      links: { label: string; url: string | null }[];
      quiet?: boolean;
    }
  | { kind: 'rows'; title: string; rows: Row[] }
  /** The last row is the total. */
  | { kind: 'sums'; title: string; rows: Row[]; note: string; link: Link | null };

export interface Draft extends Sender {
  subject: string;
  /** What an inbox shows after the subject. */
  preview: string;
  heading: string;
  /** The episode's wave at the top. It only decorates, so it has no description. */
  wave?: string | null;
  /** For those who run the product: they need not be told who answers. */
  isInternal?: boolean;
  blocks: Block[];
}
