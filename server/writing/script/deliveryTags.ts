import { DELIVERIES, type Delivery } from '#shared/script.ts';
import { isStage } from './cleanLines.ts';

/** A longer reaction would hide what it lies over. */
const REACTION_WORDS = 4;
/** Models write "in a low whisper" too. */
const TAG_WORDS = 4;

const SPELLINGS: Record<Delivery, RegExp> = {
  laughs: /\b(?:laugh|chuckl|giggl|snicker|snort)/,
  sighs: /\b(?:sigh|exhal)/,
  quietly: /\b(?:quiet|whisper|soft|hush|murmur|under (?:his|her|their) breath)/,
  quickly: /\b(?:quick|fast|rush|rapid|hurr)/,
  slowly: /\b(?:slow|deliberate|measured)/,
  relieved: /\brelie/,
  surprised: /\b(?:surpris|gasp|astonish|amaze|shock|startle)/,
  curious: /\b(?:curious|intrigue|wondering)/,
  amused: /\b(?:amuse|smil|grin|smirk|wry|playful|teasing)/,
};
const OVER = /^over(?:lap\w*)?$/;

/** Brackets or asterisks at the start of a line, but no link and no bold text. */
const MARKED = /^\s*(?:\[([^\][]*)\](?!\()|\(([^()]*)\)|\*([^*]+)\*(?!\*))\s*/;

interface TaggedLine {
  text: string;
  delivery: Delivery | null;
  isOver: boolean;
}

/** Round brackets and asterisks count only around a stage direction: others may be spoken. */
export function tagsOf(raw: string): TaggedLine {
  let text = raw;
  const tags: string[] = [];
  for (let mark = MARKED.exec(text); mark; mark = MARKED.exec(text)) {
    const [whole, square, other = ''] = [mark[0], mark[1], mark[2] ?? mark[3]];
    if (square === undefined && !isStage(other)) break;
    tags.push((square ?? other).trim().toLowerCase());
    text = text.slice(whole.length);
  }
  const [delivery = null] = tags.flatMap((tag) => deliveryOf(tag) ?? []);
  const words = text.split(/\s+/).filter(Boolean).length;
  const isOver = tags.some((tag) => OVER.test(tag)) && words <= REACTION_WORDS;
  return { text, delivery, isOver };
}

function deliveryOf(tag: string): Delivery | undefined {
  if (tag.split(/\s+/).length > TAG_WORDS) return undefined;
  return DELIVERIES.find((one) => SPELLINGS[one].test(tag));
}
