/*
 * What real models write around a script, or instead of one. Each pattern removes its whole sentence.
 * Patterns are anchored to the start of a sentence, or to words that only a model says about itself,
 * because a host may be sorry, too.
 */

/** The verbs of a refusal, after "I'm sorry, but I can't". */
const DUTY = String.raw`(?:help|assist|comply|fulfil{1,2}|engage|create|write|generate|produce|provide|continue with|discuss|do that|do this|offer|support)\b`;
const CANNOT = `(?:(?:can(?:'t|not| not)|won't|will not|could not|couldn't|am not able to|'m not able to|am unable to|'m unable to|have to decline to|must decline to|am not going to|'m not going to|won't be able to)) (?:really |actually )?`;
const OBJECT = String.raw`(?:[^.!?]{0,60}\b(?:that|this|it|request|content|topic|script|dialogue|episode|material|information|section|conversation|you with)\b)`;
const SORRY = `(?:(?:I'm|I am|we're|we are) (?:very |so |really |terribly )?sorry|(?:very )?sorry|I apologi[sz]e|(?:my )?apologies|unfortunately|regrettably)`;

const REFUSALS = [
  new RegExp(
    `^${SORRY}[,.:;]?(?: but| and| however)?,? (?:I|we|as an AI[^,]*, I) ?${CANNOT}${DUTY}`,
    'i',
  ),
  new RegExp(`^(?:I|we) ?${CANNOT}${DUTY}${OBJECT}`, 'i'),
  /^(?:I'm|I am) (?:unable|not able) to (?:help|assist|comply|fulfil|create|write|generate|provide)\b/i,
  /^I (?:must|have to|need to) (?:respectfully )?decline\b(?! to (?:say|answer))/i,
  /^(?:this|that|the|your) (?:request|prompt|topic|content) (?:violates|goes against|conflicts with|is against|may violate)\b/i,
  /\b(?:my|OpenAI's) (?:\w+ )?(?:guidelines|content polic(?:y|ies)|usage polic(?:y|ies)|programming)\b/i,
  /\bas an? (?:AI|artificial intelligence)(?: language)? (?:model|assistant|system)\b/i,
  /\bas a (?:large )?language model\b/i,
  new RegExp(`^as an AI,? I ?${CANNOT}${DUTY}`, 'i'),
];

const META = [
  /^(?:sure|certainly|of course|absolutely|okay|ok|got it|great)[,!.:]* (?:here(?:'s| is| are| you go)|I(?:'ll| will| can| have)|let me)\b[^?]*\b(?:script|section|dialogue|lines?|conversation|json|version|episode|segment|part)\b/i,
  /^here(?:'s| is| are) (?:the|your|a|an|my|another) (?:\w+ ){0,3}(?:script|section|dialogue|lines|json|version|episode|segment|continuation|output|outline|draft)\b/i,
  /^(?:let me know if|please let me know|feel free to|would you like me to|if you(?:'d| would) like me to|I hope (?:this|that) (?:helps|works|meets)|happy to (?:revise|adjust|help))\b/i,
  /^\W*(?:total )?(?:word ?count|words|length|tone|style|format|speakers?|place|note|notes|section|title|goal|task|output|duration|topic)\s*[:=]/i,
  /^\W*(?:about |approximately |approx\.? )?\d+ words\b/i,
  /^\W*(?:end|start|beginning|continuation|conclusion) of (?:the )?(?:section|script|scene|dialogue|episode|segment|part|opening|closing|transcript)\b/i,
  /^\W*(?:section|segment|chapter|part|scene|act|topic)\s+(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|[IVX]+)\s*(?:[:.]|\p{Pd}|$)/iu,
  /^\W*(?:to be )?continued\W*$/i,
  /\b(?:in|for|to) (?:this|our|the|this next|our next|the next) (?:section|segment),? (?:we|I|let)\b/i,
  /^(?:moving|let's move|let us move) on to (?:our|the) next (?:section|segment|topic|point|part)\b/i,
  /\b(?:my|these) (?:system prompt|system message|developer message|(?:previous )?instructions)\b/i,
  /^(?:the user|you)(?:'ve| has| have)? (?:asked|requested|provided) (?:me )?(?:for|to write|to create|a script)\b/i,
  /\b(?:sk|pk|key|xi)[-_](?:\w+[-_])?\w{16,}/i,
  /["{[]\s*"?(?:speaker|text|lines)"?\s*:/i,
];

/** A conclusion outside of the closing section. */
const CONCLUSIONS = [
  /^(?:so,? |and |well,? |okay,? |now,? )*(?:in conclusion|to conclude|in closing|to wrap (?:up|this up|things up|it up)|to sum (?:it |this |things )?all up|as we wrap up|let's wrap up|let us wrap up|wrapping up)\b/i,
  /^(?:so,? |and |well,? |okay,? )*before we (?:go(?=,? (?:our|I|one|a|let|here|today)\b|\W*$)|wrap up|finish|say goodbye|let you go|sign off)\b/i,
  /\b(?:brings us to|we've reached|we have reached|we're at|we are at|coming to) the (?:very )?end of (?:our|the|this|today's) (?:episode|show|conversation|podcast|discussion|time|journey|talk)\b/i,
  /^(?:and )?(?:that's|that is) (?:a wrap|our show|it for (?:today|us|this)|our episode|the end of our)\b/i,
];

/** Introductions of the hosts and the topic, which belong to the opening. */
const INTRODUCTIONS = [
  /^(?:today|tonight|in today's episode|on today's (?:show|episode)|this episode|in this episode),? (?:we're|we are|we'll|we will|I'm|is about) (?:going to )?(?:talk(?:ing)? about|div(?:e|ing) into|explor(?:e|ing)|discuss(?:ing)?|unpack(?:ing)?|delv(?:e|ing) into|all about)\b/i,
  /^(?:I'm|I am) your host\b|^my name(?:'s| is)\b/i,
];

const some = (patterns: RegExp[]) => (sentence: string) =>
  patterns.some((pattern) => pattern.test(sentence));

/** A host may say this, but at the start of an answer it is a refusal. */
export const isApology = (line: string) =>
  /^\W*(?:(?:I'm|I am) (?:so |very |really )?sorry|I apologi[sz]e|sorry)\W*$/i.test(line);
/** Whether a sentence is a model's refusal to write. */
export const isRefusal = some(REFUSALS);
/** Whether a sentence is about the script instead of part of it. */
export const isMeta = some(META);
export const isConclusion = some(CONCLUSIONS);
export const isIntroduction = some(INTRODUCTIONS);
