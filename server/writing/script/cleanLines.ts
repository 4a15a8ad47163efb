import { decodeHTMLStrict } from 'entities';
import { type Hosts, withoutLabel } from './labels.ts';
import { isApology, isRefusal } from './refusals.ts';
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
/** Citation marks: "【4†source】" and "citeturn0search1", with or without what OpenAI puts around them. */
const CITED = /【[^】]*】|[\ue200-\ue2ff]?\bcite(?:[\ue200-\ue2ff]?turn\d+\w+)+|[\ue200-\ue2ff]/g;
/** Text beyond this is cut: it is not a line, and it would take too long to clean. */
const MOST_CHARACTERS = 4_000;

/**
 * A model's text as the lines that are shown and spoken: as it was written, without what is no speech
 * (markup, stage directions, labels, citation marks, emoji). A long line becomes several, an empty one none.
 */
export function cleanText(text: string, hosts: Hosts): string[] {
  if (FORM.test(text)) return [];
  const said = tidy(plain(text, hosts).replace(LINK, (_, host = '', site = '') => host || site));
  return /[\p{L}\p{N}]/u.test(said) ? splitLong(said) : [];
}

/** Whether a whole line is a torn piece of the answer's own form. */
const FORM = /^\W*["']?(?:speaker|text|lines)["']\s*:/i;

/** Whether a line says nothing but that the model will not write. */
export function onlyDeclines(text: string, hosts: Hosts): boolean {
  const sentences = sentencesOf(plain(text, hosts));
  return sentences.length > 0 && sentences.every(isRefusal);
}

/** Whether an answer begins or ends with a refusal to write; `isFirst` when this text begins it. */
export function declines(text: string, hosts: Hosts, isFirst = false): boolean {
  const line = plain(text, hosts);
  return (isFirst && isApology(line)) || sentencesOf(line).some(isRefusal);
}

const plain = (text: string, hosts: Hosts) =>
  withoutLabel(withoutMarkup(text.slice(0, MOST_CHARACTERS)), hosts);

/** A title or summary as plain text. */
export const cleanTitle = (text: string) => tidy(withoutMarkup(text).replace(/[{}[\]]+/g, ' '));

function withoutMarkup(text: string): string {
  return decodeHTMLStrict(text.normalize('NFC'))
    .replace(/[\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?![\n\t])\p{Cc}/gu, '')
    .replace(CITED, ' ')
    .replace(/\\n(?!\p{Ll})/gu, ' ')
    .replace(/```\w*|~~~/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, '$1$2')
    .replace(EMPHASIS, (_, inner: string) => (isStage(inner) ? ' ' : inner))
    .replace(ASIDE, (whole, ...inner: string[]) =>
      isStage(inner[0] ?? inner[1] ?? '') ? ' ' : whole,
    )
    .replace(/(^|\n)\s*(?:#{1,6} |(?:[-*+\u2022]|>) (?!\d))/g, '$1')
    .replace(/^1[.)] (?=[^\n]*\n\s*2[.)] )|(?<=\n)\s*\d{1,2}[.)] /g, '')
    .replace(/(^|[\s("'])_([^_]+)_(?=[\s.,!?;:)"']|$)/g, '$1$2')
    .replace(/`|#(?=\p{L})/gu, '')
    .replace(LONE, '')
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, ' ')
    .replace(/[\ufe0e\ufe0f]|\u20e3/gu, '')
    .replace(/[\u2018\u2019\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201f]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
}

/** Not the star of "A*", and none between figures. */
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+)\*/gu;
const LONE = /(?<!(?<![\p{L}\p{N}])[A-Z]|\d ?)\*+|(?<=\d ?)\*+(?! ?\d)/gu;
/** A round bracket that is a whole line or sentence, or any curly one. */
const ASIDE = /\{([^{}]*)\}|(?<=^\s*|\n\s*|[.!?]["']*\s+)\(([^()]*)\)(?=\s|$)/g;

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

/** Whether a listener would take it for a goodbye, at the end of an episode. */
export const saysGoodbye = (sentence: string) =>
  /^(?:(?!sa(?:y|id|ys|ying) )\S+ ){0,3}(?:goodbye|bye|bye[- ]bye|good ?night|farewell|take care)(?:[,.!]|$)|\b(?:see you|talk to you) (?:next time|soon)[.!]$|\buntil next time\b|^that's all for (?:today|now)\b|\bthanks?(?: you)?(?: all| so much)? for (?:listening|tuning in|joining us)\b/i.test(
    sentence,
  );

/** Without the spaces and stops that removed signs leave behind. ".NET" and ".5" begin with theirs. */
const tidy = (text: string) =>
  text
    .replace(/\s+(?!\.{2})((?:[,.;:!?](?!\.{0,2}[\p{L}\p{N}]))+)/gu, '$1')
    .replace(/^(?:[\s,;:]|\.{1,2}(?![.\p{L}\p{N}])|\.\.(?=[\p{L}\p{N}]))+/u, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Splits at the last end of a sentence that a voice takes at once, else of a clause, else of a word. */
function splitLong(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const start = text.slice(0, LONGEST + 1);
  const endsOf = (pattern: RegExp) =>
    [...start.matchAll(pattern)].map((end) => end.index + end[0].length);
  const ends = [/[.!?]["')]*(?=\s)/g, /[,;](?=\s)/g, /\S(?=\s)/g].map(endsOf);
  const cut = ends.map((at) => at.at(-1) ?? 0).find((at) => at > LONGEST / 3) ?? LONGEST;
  return [text.slice(0, cut).trim(), ...splitLong(text.slice(cut).trim())].filter(Boolean);
}
