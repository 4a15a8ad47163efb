import { decodeHTMLStrict } from 'entities';
import { guarded } from '../../base/kit/guarded.ts';
import { type Hosts, withoutLabel } from './labels.ts';
import { sentencesOf } from './repetition.ts';

/** Characters of a line for a voice; longer ones are split. */
const LONGEST = 350;

/** A bracket that begins or ends so is a stage direction. Other brackets are spoken. */
const STAGE =
  /\b(?:laugh|chuckl|giggl|sigh|paus|gasp|grin|smil|smirk|nod|whisper|shout|cough|groan|snort|clear(?:s|ing) (?:his|her|their|the)? ?throat|lean|shrug|gestur|wink|roll(?:s|ing) (?:his |her |their )?eyes|air quotes|music|jingle|sound|sfx|applause|beat|silence|fade|intro|outro|excited|softly|quiet|warmly|curious|amused|sarcastic|deadpan|thoughtful|hesitat|interrupt|overlap|cross-?talk|inaudible)/i;
const PATH = String.raw`(?:[/?#:](?:[^\s)\]"']*[^\s)\]"'.,;:!?])?)`;
const LINK = new RegExp(
  String.raw`\b(?:https?:\/\/(?:www\.)?|www\.)([\w.-]*\w)${PATH}?|\b([a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|gov|edu))${PATH}`,
  'gi',
);
/** "【4†source】" and "citeturn0search1", with or without what OpenAI puts around them. */
const CITED = /【[^】]*】|[\ue200-\ue2ff]?\bcite(?:[\ue200-\ue2ff]?turn\d+\w+)+|[\ue200-\ue2ff]/g;
/** Longer text is cut: it is no line, and would take too long to clean. */
const MOST_CHARACTERS = 4_000;

/** Removes what is no speech. A long line becomes several, an empty one none. */
export function cleanText(text: string, hosts: Hosts): string[] {
  if (FORM.test(text)) return [];
  const said = tidy(plain(text, hosts).replace(LINK, (_, host = '', site = '') => host || site));
  return /[\p{L}\p{N}]/u.test(said) ? splitLong(said) : [];
}

/** A torn piece of the answer's own JSON. */
const FORM = /^\W*["']?(?:speaker|text|lines)["']\s*:/i;

export function onlyDeclines(text: string, hosts: Hosts): boolean {
  const sentences = sentencesOf(plain(text, hosts));
  return sentences.length > 0 && sentences.every(isRefusal);
}

/** Whether a text holds a refusal to write. With `isFirst` an apology is one too. */
export function declines(text: string, hosts: Hosts, isFirst = false): boolean {
  const line = plain(text, hosts);
  return (isFirst && isApology(line)) || sentencesOf(line).some(isRefusal);
}

export const refuses = (text: string, hosts: Hosts, isFirst = false) =>
  guarded('a refusal', text, () => declines(text, hosts, isFirst), false);

export const onlyRefuses = (text: string, hosts: Hosts) =>
  guarded('a refusal', text, () => onlyDeclines(text, hosts), false);

const plain = (text: string, hosts: Hosts) =>
  withoutLabel(withoutMarkup(text.slice(0, MOST_CHARACTERS)), hosts);

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

/** Not the star of "A*", nor one between figures. */
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+)\*/gu;
const LONE = /(?<!(?<![\p{L}\p{N}])[A-Z]|\d ?)\*+|(?<=\d ?)\*+(?! ?\d)/gu;
/** A round bracket that is a whole line or sentence, or any curly one. */
const ASIDE = /\{([^{}]*)\}|(?<=^\s*|\n\s*|[.!?]["']*\s+)\(([^()]*)\)(?=\s|$)/g;

/** Spoken asides stay: a stage direction is short, and begins or ends with its verb. */
export function isStage(inner: string): boolean {
  const words = inner.trim().split(/\s+/);
  return words.length <= 6 && STAGE.test(`${words[0]} ${words.at(-1)}`);
}

export const greets = (sentence: string) =>
  /^(?:hello|hi|good (?:morning|afternoon|evening)|(?:and )?welcome (?:back|to)|(?:hey|hi|hello),? (?:there|everyone|everybody|listeners?|folks|all))\b/i.test(
    sentence.trim(),
  );

export const saysGoodbye = (sentence: string) =>
  /^(?:(?!sa(?:y|id|ys|ying) )\S+ ){0,3}(?:goodbye|bye|bye[- ]bye|good ?night|farewell|take care)(?:[,.!]|$)|\b(?:see you|talk to you) (?:next time|soon)[.!]$|\buntil next time\b|^that's all for (?:today|now)\b|\bthanks?(?: you)?(?: all| so much)? for (?:listening|tuning in|joining us)\b/i.test(
    sentence,
  );

/** Removes spaces and stops that removed signs leave behind. ".NET" and ".5" keep theirs. */
const tidy = (text: string) =>
  text
    .replace(/\s+(?!\.{2})((?:[,.;:!?](?!\.{0,2}[\p{L}\p{N}]))+)/gu, '$1')
    .replace(/^(?:[\s,;:]|\.{1,2}(?![.\p{L}\p{N}])|\.\.(?=[\p{L}\p{N}]))+/u, '')
    .replace(/\s+/g, ' ')
    .trim();

function splitLong(text: string): string[] {
  if (text.length <= LONGEST) return [text];
  const start = text.slice(0, LONGEST + 1);
  const endsOf = (pattern: RegExp) =>
    [...start.matchAll(pattern)].map((end) => end.index + end[0].length);
  const ends = [/[.!?]["')]*(?=\s)/g, /[,;](?=\s)/g, /\S(?=\s)/g].map(endsOf);
  const cut = ends.map((at) => at.at(-1) ?? 0).find((at) => at > LONGEST / 3) ?? LONGEST;
  return [text.slice(0, cut).trim(), ...splitLong(text.slice(cut).trim())].filter(Boolean);
}

/*
 * How models decline to write. Patterns begin at the start of a sentence, or need words that only a
 * model says of itself: a host may be sorry too.
 */

const DUTY = String.raw`(?:help(?! it\b)|assist|comply|fulfil{1,2}|engage|create|write|generate|produce|continue with|do that|do this)\b`;
/** A host uses these verbs too, but not of the work itself. */
const OFFER = String.raw`(?:provide|discuss|offer|support)\b[^.!?]{0,60}\b(?:request|content|topic|script|dialogue|episode|material|information|section|conversation)\b`;
const CANNOT = `(?:(?:can(?:'t|not| not)|won't|will not|could not|couldn't|am not able to|'m not able to|am unable to|'m unable to|have to decline to|must decline to|am not going to|'m not going to|won't be able to)) (?:really |actually )?`;
const OBJECT = String.raw`(?:[^.!?]{0,60}\b(?:that|this|it|request|content|topic|script|dialogue|episode|material|information|section|conversation|you with)\b)`;
const SORRY = `(?:(?:I'm|I am|we're|we are) (?:very |so |really |terribly )?sorry|(?:very )?sorry|I apologi[sz]e|(?:my )?apologies|unfortunately|regrettably)`;
const POLICY = String.raw`(?:\w+ )?(?:guidelines|content polic(?:y|ies)|usage polic(?:y|ies)|programming)\b`;

/** A host may say these in mid-talk. Where an answer begins or ends with one, it is a refusal. */
const REFUSALS = [
  `^${SORRY}[,.:;]?(?: but| and| however)?,? (?:I|we|as an AI[^,]*, I) ?${CANNOT}(?:${DUTY}|provide\\b|discuss\\b)`,
  `^(?:I|we) ?${CANNOT}(?:${DUTY}${OBJECT}|${OFFER})`,
  String.raw`^(?:I'm|I am) (?:unable|not able) to (?:help|assist|comply|fulfil|create|write|generate|provide)\b`,
  String.raw`^I (?:must|have to|need to) (?:respectfully )?decline\b(?! to (?:say|answer))`,
  String.raw`^(?:this|that|the|your) (?:request|prompt|topic|content) (?:violates|goes against|conflicts with|is against|may violate)\b(?! everything)`,
  `^as an AI,? I ?${CANNOT}${DUTY}`,
  String.raw`\bas an? (?:AI|artificial intelligence) (?:model|assistant|system),? I\b`,
  String.raw`\bas an? (?:AI|artificial intelligence)? ?(?:large )?language model\b`,
  `\\b(?:against|violates?|within|under|outside(?: of)?|conflicts? with) (?:my|OpenAI's) ${POLICY}`,
].map((pattern) => new RegExp(pattern, 'i'));

const isRefusal = (sentence: string) => REFUSALS.some((pattern) => pattern.test(sentence));

/** A host may say this too; at the start of an answer it is a refusal. */
const isApology = (line: string) =>
  /^\W*(?:(?:I'm|I am) (?:so |very |really )?sorry|I apologi[sz]e|sorry)\W*$/i.test(line);
