import type { Speaker } from '#shared/script.ts';
import { hiddenSigns, namedSigns, shownSigns } from './codes.ts';
import {
  isApology,
  isChatter,
  isConclusion,
  isIntroduction,
  isMeta,
  isRefusal,
} from './metaTalk.ts';
import { spoken } from './normalizeText.ts';
import { sentencesOf } from './repetition.ts';

/** The longest line for a voice, in characters; longer ones are split. */
const LONGEST = 350;

/** Words that mark a bracket as a stage direction. Other brackets are spoken. */
const STAGE =
  /\b(?:laugh|chuckl|giggl|sigh|paus|gasp|grin|smil|nod|whisper|cough|groan|snort|clear(?:s|ing) (?:his|her|their|the)? ?throat|lean|shrug|music|jingle|sound|sfx|applause|beat|silence|fade|intro|outro|excited|softly|sarcastic|deadpan|thoughtful|hesitat|interrupt|overlap|cross-?talk|inaudible)/i;
const ADDRESS =
  /\b(?:https?:\/\/|www\.)\S+|\b[\w.+-]+@[\w-]+\.[\w.-]+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|io|gov|edu)\/\S*/i;
const GREETING =
  /^(?:(?:hello|hi|hey)(?: there)?(?:,? (?:everyone|everybody|listeners?|folks|all)(?:[,.!]| and\b).*|,? and welcome\b.*|[,.! ]*)|.*\bwelcome (?:back )?to\b[^.!?]*\b(?:show|podcast|episode|series)\b.*|(?:and )?welcome (?:back|to (?:the|our|this|another) (?:show|podcast|episode|conversation))\b.*|good (?:morning|afternoon|evening),? (?:everyone|everybody|listeners?|folks|and)\b.*)$/i;
const THANKS = /\bthanks?(?: you)?(?: all| so much)? for (?:listening|tuning in|joining us)\b/i;
const PARTING =
  /^(?:(?!sa(?:y|id|ys|ying) )\S+ ){0,3}(?:goodbye|bye|bye[- ]bye)(?:[,.!]|$)|\b(?:see you|talk to you) (?:next time|soon)[.!]$|\buntil next time\b|^that's all for (?:today|now)\b/i;
/** Text beyond this is cut: it is not a line, and it would take too long to clean. */
const MOST_CHARACTERS = 4_000;

/** The hosts, the position in the episode, and whether the line begins or ends an answer. */
export interface LineContext {
  hosts: Record<Speaker, string>;
  place: 'opening' | 'middle' | 'closing';
  isEdge?: boolean;
}

/**
 * Makes a model's text speakable: plain words, numbers in words, no markup, stage directions, speaker
 * names, addresses, emoji or remarks about the script; greetings only in an opening, goodbyes only in a
 * closing. A long line becomes several, an empty one none. `keeps` decides last about each sentence.
 */
export function cleanText(
  text: string,
  context: LineContext,
  keeps: (sentence: string) => boolean = () => true,
): string[] {
  const sentences = sentencesOf(plain(text, context.hosts));
  const kept = sentences.filter((sentence) => belongs(sentence, context));
  // Once "Dr." is "Doctor", it no longer looks like the end of a sentence.
  const written = spoken(kept.map(speakable).join(' '));
  const said = sentencesOf(written).filter(keeps).join(' ').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(said) ? splitLong(said) : [];
}

/** Whether a line may be meant for the person who ordered the script: it is, at the end of an answer. */
export function mayBeChatter(text: string, hosts: LineContext['hosts']): boolean {
  return sentencesOf(plain(text, hosts)).some(isChatter);
}

/** Whether an answer begins or ends with a refusal to write; `isFirst` when this text begins it. */
export function declines(text: string, hosts: LineContext['hosts'], isFirst = false): boolean {
  const line = plain(text, hosts);
  return (isFirst && isApology(line)) || sentencesOf(line).some(isRefusal);
}

function plain(text: string, hosts: LineContext['hosts']): string {
  return withoutPrefix(withoutMarkup(namedSigns(text.slice(0, MOST_CHARACTERS))), hosts);
}

/** A title or summary as plain text. It is read and not spoken, so names and formulas stay as written. */
export function cleanTitle(text: string): string {
  const plain = shownSigns(withoutMarkup(hiddenSigns(text)));
  return tidy(plain.replace(/\s*&\s*/g, ' and ').replace(/[{}[\]]+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutMarkup(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200d\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?![\n\t])\p{Cc}/gu, '')
    .replace(/```\w*|~~~/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, '$1$2')
    .replace(/\*([^*]+)\*/g, (_, inner: string) => (isStage(inner) ? ' ' : inner))
    .replace(/\(([^()]*)\)/g, (whole, inner: string) => (isStage(inner) ? ' ' : whole))
    .replace(/(^|\n)\s*(?:#{1,6} |[-*+\u2022] |>\s?|\d{1,2}[.)] )/g, '$1')
    .replace(/(^|[\s("'])_([^_]+)_(?=[\s.,!?;:)"']|$)/g, '$1$2')
    .replace(/[`*#]/g, '')
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, ' ')
    .replace(/[\ufe0e\ufe0f]|\u20e3/gu, '')
    .replace(/[\u2018\u2019\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201f]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/\s*[\u2014\u2015]\s*|\s+\u2013\s+/g, ', ')
    .replace(/[\u2010\u2011\u2013]/g, '-')
    .trim();
}

/** Keeps spoken asides: a stage direction is short, and begins or ends with its verb. */
export function isStage(inner: string): boolean {
  const words = inner.trim().split(/\s+/);
  return words.length <= 6 && STAGE.test(`${words[0]} ${words.at(-1)}`);
}

/** Removes "Host A:", "Rachel:", "NARRATOR:" from the start, repeatedly. */
function withoutPrefix(text: string, hosts: LineContext['hosts']): string {
  const names = [hosts.A, hosts.B].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const label = `(?:host|speaker|voice)\\s*(?:[AB12]|one|two)?|[AB12]|${names.join('|')}|narrator|announcer`;
  const prefix = new RegExp(`^\\s*(?:${label})\\s*(?:\\([^)]*\\))?\\s*:\\s*`, 'i');
  let rest = text;
  while (prefix.test(rest)) rest = rest.replace(prefix, '');
  return rest;
}

export const isGreeting = (sentence: string) => GREETING.test(sentence.trim());
/** Whether a sentence greets, be it on the way to something else. */
export const greets = (sentence: string) =>
  /^(?:hello|hi|good (?:morning|afternoon|evening))\b/i.test(sentence) || isGreeting(sentence);

/** Whether a host has said goodbye with this; whoever thanks the listener may still have to. */
export const isParting = (sentence: string) => PARTING.test(sentence);
const isFarewell = (sentence: string) => THANKS.test(sentence) || isParting(sentence);

const GOODNIGHT = /^(?:\S+ ){0,3}(?:good ?night|farewell|take care)(?:[,.!]|$)/i;
/** Whether a listener would take it for a goodbye, at the end of an episode. */
export const saysGoodbye = (sentence: string) => isFarewell(sentence) || GOODNIGHT.test(sentence);

function belongs(sentence: string, { place, isEdge }: LineContext): boolean {
  // An address cannot be spoken, and its sentence makes no sense without it.
  if (ADDRESS.test(sentence) || isMeta(sentence) || (isEdge && isChatter(sentence))) return false;
  if (place !== 'opening' && (isGreeting(sentence) || isIntroduction(sentence))) return false;
  return place === 'closing' || !(isFarewell(sentence) || isConclusion(sentence));
}

/** Removes remaining signs that a voice would stumble over. */
function speakable(text: string): string {
  return tidy(
    text
      .replace(/\b([a-z0-9-]+)\.(com|org|net|io)\b/gi, '$1 dot $2')
      .replace(/\s*&\s*/g, ' and ')
      .replace(/[<>{}[\]|\\^~=]+/g, ' '),
  );
}

/** Without the spaces and stops that removed signs leave behind. ".NET" and ".5" begin with theirs. */
function tidy(text: string): string {
  return text
    .replace(/\s+((?:[,.;:!?](?!\.?[\p{L}\p{N}]))+)/gu, '$1')
    .replace(/^(?:[\s,;:]|\.(?![\p{L}\p{N}]))+/u, '');
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
