import { hiddenSigns, namedSigns, shownSigns } from './codes.ts';
import { type Hosts, withoutLabel } from './labels.ts';
import { isApology, isChatter, isRefusal } from './metaTalk.ts';
import { spoken } from './normalizeText.ts';
import { sentencesOf } from './repetition.ts';

/** The longest line for a voice, in characters; longer ones are split. */
const LONGEST = 350;

/** What a bracket begins or ends with that says how something is performed. Other brackets are spoken. */
const STAGE =
  /\b(?:laugh|chuckl|giggl|sigh|paus|gasp|grin|smil|smirk|nod|whisper|shout|cough|groan|snort|clear(?:s|ing) (?:his|her|their|the)? ?throat|lean|shrug|gestur|wink|roll(?:s|ing) (?:his |her |their )?eyes|air quotes|music|jingle|sound|sfx|applause|beat|silence|fade|intro|outro|excited|softly|quiet|warmly|curious|amused|sarcastic|deadpan|thoughtful|hesitat|interrupt|overlap|cross-?talk|inaudible)/i;
const PATH = String.raw`(?:[/?#:](?:[^\s)\]"']*[^\s)\]"'.,;:!?])?)`;
const LINK = new RegExp(
  String.raw`\b(?:https?:\/\/(?:www\.)?|www\.)([\w.-]*\w)${PATH}?|\b([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|gov|edu))${PATH}`,
  'gi',
);
const MAIL = /\b([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)/g;
/** Citation marks: "【4†source】" and "citeturn0search1", with or without what OpenAI puts around them. */
const CITED = /【[^】]*】|[\ue200-\ue2ff]?\bcite(?:[\ue200-\ue2ff]?turn\d+\w+)+|[\ue200-\ue2ff]/g;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi;
const PARTING =
  /^(?:(?!sa(?:y|id|ys|ying) )\S+ ){0,3}(?:goodbye|bye|bye[- ]bye)(?:[,.!]|$)|\b(?:see you|talk to you) (?:next time|soon)[.!]$|\buntil next time\b|^that's all for (?:today|now)\b/i;
const THANKS = /\bthanks?(?: you)?(?: all| so much)? for (?:listening|tuning in|joining us)\b/i;
/** Text beyond this is cut: it is not a line, and it would take too long to clean. */
const MOST_CHARACTERS = 4_000;

/**
 * Makes a model's text speakable: plain words, numbers in words, without what is no speech (markup, stage
 * directions, labels, citation marks, emoji). What it says stays, whatever that is. A long line becomes
 * several, an empty one none.
 */
export function cleanText(text: string, hosts: Hosts): string[] {
  if (FORM.test(text)) return [];
  const said = spoken(speakable(plain(text, hosts)))
    .replace(/\s+/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(said) ? splitLong(said) : [];
}

/** Whether a line is meant for the person who ordered the script, as the first or last of an answer may be. */
export function isForUs(text: string, hosts: Hosts): boolean {
  const sentences = sentencesOf(plain(text, hosts));
  return sentences.length > 0 && sentences.every(isChatter);
}

/** Whether a whole line is a torn piece of the answer's own form. */
const FORM = /^\W*["']?(?:speaker|text|lines)["']\s*:/i;

/** Whether an answer begins or ends with a refusal to write; `isFirst` when this text begins it. */
export function declines(text: string, hosts: Hosts, isFirst = false): boolean {
  const line = plain(text, hosts);
  return (isFirst && isApology(line)) || sentencesOf(line).some(isRefusal);
}

function plain(text: string, hosts: Hosts): string {
  return withoutLabel(withoutMarkup(namedSigns(text.slice(0, MOST_CHARACTERS))), hosts);
}

/** A title or summary as plain text. It is read and not spoken, so names and formulas stay as written. */
export function cleanTitle(text: string): string {
  const plain = shownSigns(withoutMarkup(hiddenSigns(text)));
  return tidy(plain.replace(/\s*&\s*/g, ' and ').replace(/[{}[\]]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutMarkup(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/[\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?![\n\t])\p{Cc}/gu, '')
      .replace(CITED, ' ')
      .replace(ENTITY, readEntity)
      .replace(/\\n(?!\p{Ll})/gu, ' ')
      .replace(/```\w*|~~~/g, ' ')
      .replace(/<\/?[a-z][^<>]*>/gi, ' ')
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[[^\]]*\]/g, ' ')
      .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, '$1$2')
      .replace(/\*([^*]+)\*/g, (_, inner: string) => (isStage(inner) ? ' ' : inner))
      .replace(ASIDE, (whole, inner: string) => (isStage(inner) ? ' ' : whole))
      .replace(/(^|\n)\s*(?:#{1,6} |[-*+\u2022] |>\s?|\d{1,2}[.)] )/g, '$1')
      .replace(/(^|[\s("'])_([^_]+)_(?=[\s.,!?;:)"']|$)/g, '$1$2')
      .replace(/[`*#]/g, '')
      .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, ' ')
      .replace(/[\ufe0e\ufe0f]|\u20e3/gu, '')
      .replace(/[\u2018\u2019\u201b]/g, "'")
      .replace(/[\u201c\u201d\u201f]/g, '"')
      .replace(/\u2026/g, '...')
      // Where a line breaks off, the dash says so.
      .replace(/\s*[\u2014\u2015](?=["')]*\s*$)/, '\u2014')
      .replace(/\s*(?:\u2014(?!["')]*\s*$)|\u2015)\s*|\s+\u2013\s+/g, ', ')
      .replace(/[\u2010\u2011\u2013]/g, '-')
      .trim()
  );
}

/** A round bracket that is a whole line or sentence. */
const ASIDE = /(?<=^\s*|\n\s*|[.!?]["']*\s+)\(([^()]*)\)(?=\s|$)/g;

function readEntity(whole: string, name?: string, decimal?: string, hex?: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code > 31 && code < 0xd800 ? String.fromCodePoint(code) : ' ';
}

/** Keeps spoken asides: a stage direction is short, and begins or ends with its verb. */
export function isStage(inner: string): boolean {
  const words = inner.trim().split(/\s+/);
  return words.length <= 6 && STAGE.test(`${words[0]} ${words.at(-1)}`);
}

/** Whether a sentence greets. */
export const greets = (sentence: string) =>
  /^(?:hello|hi|good (?:morning|afternoon|evening)|(?:and )?welcome (?:back|to)|(?:hey|hi|hello),? (?:there|everyone|everybody|listeners?|folks|all))\b/i.test(
    sentence.trim(),
  );

const GOODNIGHT = /^(?:\S+ ){0,3}(?:good ?night|farewell|take care)(?:[,.!]|$)/i;
/** Whether a listener would take it for a goodbye, at the end of an episode. */
export const saysGoodbye = (sentence: string) =>
  [THANKS, PARTING, GOODNIGHT].some((pattern) => pattern.test(sentence));

/** Removes remaining signs that a voice would stumble over. */
function speakable(text: string): string {
  return tidy(
    text
      .replace(MAIL, (_, name: string, host: string) => `${name} at ${siteOf(host)}`)
      .replace(LINK, (_, host?: string, site?: string) => siteOf(host ?? site ?? ''))
      .replace(/\b([a-z0-9-]+)\.(com|org|net|io)\b/gi, '$1 dot $2')
      .replace(/\s*&\s*/g, ' and ')
      .replace(/[<>{}[\]|\\^~=]+/g, ' '),
  );
}

/** An address as it is told: "nature dot com". */
const siteOf = (host: string) => host.replaceAll('.', ' dot ');

/**
 * Without the spaces and stops that removed signs leave behind. ".NET" and ".5" begin with theirs, and who
 * hesitates with "...".
 */
function tidy(text: string): string {
  return text
    .replace(/\s+(?!\.{2})((?:[,.;:!?](?!\.{0,2}[\p{L}\p{N}]))+)/gu, '$1')
    .replace(/^(?:[\s,;:]|\.{1,2}(?![.\p{L}\p{N}])|\.\.(?=[\p{L}\p{N}]))+/u, '');
}

/** Splits at the ends of sentences, else of clauses, else of words. */
function splitLong(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const lines: string[] = [];
  let line = '';
  for (const part of sentencesOf(text).flatMap(partsOf)) {
    if (line && line.length + 1 + part.length > LONGEST) {
      lines.push(line);
      line = part;
    } else line = line ? `${line} ${part}` : part;
  }
  return line ? [...lines, line] : lines;
}

function partsOf(sentence: string): string[] {
  if (sentence.length <= LONGEST) return [sentence];
  const start = sentence.slice(0, LONGEST);
  const clause = Math.max(start.lastIndexOf(', '), start.lastIndexOf('; ')) + 1;
  const word = start.lastIndexOf(' ');
  const cut = clause > LONGEST / 3 ? clause : word > 0 ? word : LONGEST;
  return [sentence.slice(0, cut).trim(), ...partsOf(sentence.slice(cut).trim())];
}
