import type { Speaker } from '#shared/script.ts';

export type Hosts = Record<Speaker, string>;

const ROLE =
  '(?:co-?host|host|guest|speaker|person|voice|narrator|announcer|interviewer|moderator|expert)';
/** Labels without a number; "Person:" and "Voice:" may be words of a line. */
const BARE = '(?:co-?host|host|guest|speaker|narrator|announcer|interviewer|moderator)';
const NUMBERED = `${ROLE}[ _-]?(?:[AB12]|one|two)\\b|[AB]`;
const escaped = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const firstOf = (name: string) => name.trim().toLowerCase().split(/\s+/)[0] ?? '';

function namesOf({ A, B }: Hosts): string[] {
  const first = firstOf(A) === firstOf(B) ? [] : [firstOf(A), firstOf(B)];
  return [A, B, ...first.filter((name) => /^\p{L}{2,}$/u.test(name))].map(escaped);
}

/** A label with its colon and what may stand around it: "**Rachel (smiling):** ". */
const labelled = (label: string) =>
  `[*_#\\s]*(${label})[*_]*\\s*(?:\\([^)\\n]{0,40}\\)|\\[[^\\]\\n]{0,40}\\])?[*_]*\\s*[:>][*_]*\\s*`;

export function withoutLabel(text: string, hosts: Hosts): string {
  const label = new RegExp(`^${labelled([...namesOf(hosts), NUMBERED, BARE].join('|'))}`, 'i');
  let rest = text;
  while (label.test(rest)) rest = rest.replace(label, '');
  return rest;
}

export function turnsOf<T extends { speaker: string; text: string }>(line: T, hosts: Hosts): T[] {
  const label = [...namesOf(hosts), NUMBERED].join('|');
  const mark = new RegExp(`(?<=^|[.!?…]["'”’)]?\\s+|\\n)${labelled(label)}`, 'gi');
  const found = [...line.text.matchAll(mark)];
  if (found.length < 2) return [line];
  const head = line.text.slice(0, found[0]?.index).trim();
  return [
    ...(head ? [{ ...line, text: head }] : []),
    ...found.map(({ 0: whole, 1: speaker = '', index }, at) => ({
      ...line,
      speaker,
      text: line.text.slice(index + whole.length, found[at + 1]?.index).trim(),
    })),
  ];
}

/** An unknown label gets the host who did not speak last, and keeps it; a second gets the other. */
export function openLabels(hosts: Hosts) {
  const known = new Map<string, Speaker>();
  return (label: string, before: Speaker | undefined): Speaker => {
    const name = label
      .replace(/\([^)]*\)|[*:>[\]]/g, ' ')
      .trim()
      .toLowerCase();
    const side = sideOf(name, hosts) ?? known.get(name);
    if (side) return side;
    const [taken] = known.size === 1 ? known.values() : [];
    const free = (taken ?? before) === 'A' ? 'B' : 'A';
    if (name) known.set(name, free);
    return free;
  };
}

function sideOf(name: string, { A, B }: Hosts): Speaker | undefined {
  const number = new RegExp(`^(?:${ROLE}[ _-]?)?(?:([a1]|one)|([b2]|two))$`).exec(name);
  if (number) return number[1] ? 'A' : 'B';
  const isOf = (host: string) => [host.toLowerCase(), firstOf(host)].map((known) => known === name);
  const [[isA, isFirstA], [isB, isFirstB]] = [isOf(A), isOf(B)];
  if (isA !== isB) return isA ? 'A' : 'B';
  return isFirstA === isFirstB ? undefined : isFirstA ? 'A' : 'B';
}
