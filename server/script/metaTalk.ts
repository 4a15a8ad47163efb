/*
 * What real models write around a script, or instead of one: the first and the last line of an answer may
 * be meant for whoever ordered it. Patterns are anchored to the start of a sentence, or to words that only
 * a model says about itself, because a host may be sorry, too.
 */

/** The verbs of a refusal, after "I'm sorry, but I can't". */
const DUTY = String.raw`(?:help(?! it\b)|assist|comply|fulfil{1,2}|engage|create|write|generate|produce|continue with|do that|do this)\b`;
/** Verbs that a host uses as well, of anything but the work itself. */
const OFFER = String.raw`(?:provide|discuss|offer|support)\b[^.!?]{0,60}\b(?:request|content|topic|script|dialogue|episode|material|information|section|conversation)\b`;
const CANNOT = `(?:(?:can(?:'t|not| not)|won't|will not|could not|couldn't|am not able to|'m not able to|am unable to|'m unable to|have to decline to|must decline to|am not going to|'m not going to|won't be able to)) (?:really |actually )?`;
const OBJECT = String.raw`(?:[^.!?]{0,60}\b(?:that|this|it|request|content|topic|script|dialogue|episode|material|information|section|conversation|you with)\b)`;
const SORRY = `(?:(?:I'm|I am|we're|we are) (?:very |so |really |terribly )?sorry|(?:very )?sorry|I apologi[sz]e|(?:my )?apologies|unfortunately|regrettably)`;
const POLICY = String.raw`(?:\w+ )?(?:guidelines|content polic(?:y|ies)|usage polic(?:y|ies)|programming)\b`;

/** No host says this of anything. */
const PLAIN_REFUSALS = [
  new RegExp(
    `^${SORRY}[,.:;]?(?: but| and| however)?,? (?:I|we|as an AI[^,]*, I) ?${CANNOT}${DUTY}${OBJECT}`,
    'i',
  ),
  new RegExp(
    `\\b(?:against|violates?|within|under|outside(?: of)?|conflicts? with) (?:my|OpenAI's) ${POLICY}`,
    'i',
  ),
  /\bas an? (?:AI|artificial intelligence)? ?(?:large )?language model\b/i,
];

/** A host may say this in the middle of a talk, but an answer that begins or ends with it is one. */
const REFUSALS = [
  ...PLAIN_REFUSALS,
  new RegExp(
    `^${SORRY}[,.:;]?(?: but| and| however)?,? (?:I|we|as an AI[^,]*, I) ?${CANNOT}(?:${DUTY}|provide\\b|discuss\\b)`,
    'i',
  ),
  new RegExp(`^(?:I|we) ?${CANNOT}(?:${DUTY}${OBJECT}|${OFFER})`, 'i'),
  /^(?:I'm|I am) (?:unable|not able) to (?:help|assist|comply|fulfil|create|write|generate|provide)\b/i,
  /^I (?:must|have to|need to) (?:respectfully )?decline\b(?! to (?:say|answer))/i,
  /^(?:this|that|the|your) (?:request|prompt|topic|content) (?:violates|goes against|conflicts with|is against|may violate)\b(?! everything)/i,
  /\bas an? (?:AI|artificial intelligence) (?:model|assistant|system),? I\b/i,
  new RegExp(`^as an AI,? I ?${CANNOT}${DUTY}`, 'i'),
];

/** What a model wrote, in its own words. */
const WORK =
  '(?:script|section|dialogue|json|segment|continuation|transcript|lines|conversation|episode|version|part|output|outline|draft)';
/** "for this section", "of the script", and nothing more. */
const OF_IT = String.raw`(?: (?:for|of|in) (?:the|this|your|that) (?:\w+ ){0,2}${WORK}| below| as requested| you (?:asked for|requested))?`;
/** "the next section of the script", up to the end of its sentence. */
const IT = String.raw`(?:the|your|a|an|my|another)(?: (?:next|first|last|final|opening|closing|new|full|requested|revised|updated|rewritten|shorter|complete))? ${WORK}${OF_IT}\W*$`;
const SURE = '(?:sure|certainly|of course|absolutely|okay|ok|got it|great)[,!.:]* ';

const META = [
  ...PLAIN_REFUSALS,
  new RegExp(
    `^(?:${SURE})?(?:here(?:'s| is| are)|I(?:'ll| will)(?: now)? (?:write|continue|create)(?: with)?) ${IT}`,
    'i',
  ),
  /^(?:please )?(?:let me know if|feel free to|would you like me to|if you(?:'d| would) like me to) (?:you(?:'d| would)? (?:like|want|need) (?:me to|any|more|further)?|adjust|revise|edit|modify|tweak|rewrite|write|expand)\b/i,
  /^(?:I(?:'m| am) )?happy to (?:revise|adjust|rewrite)\b/i,
  /^\W*(?:total )?(?:word ?count|total words)\s*[:=]/i,
  /^\W*notes?\s*[:=][^.!?]*\b(?:tone|script|dialogue|section|words?|requested|style|format|prompt)\b[^.!?]*\b(?:kept|requested|written|follows?|stays?|limit|instructions?|count)\b/i,
  /^\W*(?:about |approximately |approx\.? )?\d+ words(?: in total| long)?\W*$/i,
  /^\W*(?:end|start|beginning|continuation|conclusion) of (?:the )?(?:section|script|scene|dialogue|episode|segment|part|opening|closing|transcript)(?: \w+)?\W*$/i,
  /^\W*(?:section|segment)\s+(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|[IVX]+)\s*(?:[:.]|\p{Pd}|$)(?:\W*\w+){0,5}\W*$/iu,
  /^\W*(?:to be )?continued\W*$/i,
  /\b(?:in|for|to) (?:this|our|the|this next|our next|the next) (?:section|segment),? (?:we|I|let)\b/i,
  /^(?:moving|let's move|let us move) on to (?:our|the) next (?:section|segment|topic)\b/i,
  /\b(?:my|these) (?:system prompt|system message|developer message|previous instructions)\b/i,
  /^the user(?:'s| has)? (?:asked|requested|provided|wants)\b/i,
  /^you(?:'ve| have)? (?:asked|requested|provided)(?: me)? (?:to write|to create|(?:for )?(?:a|an|the) (?:\w+ ){0,2}(?:script|section|dialogue|podcast|prompt|outline))\b/i,
  /\b(?:sk|pk|key|xi)[-_](?:\w+[-_])?\w{16,}/i,
  /["{[]\s*"?(?:speaker|text|lines)"?\s*:/i,
];

/** Said to the person who ordered the script: only the first and the last line of an answer are. */
const CHATTER = [
  ...REFUSALS,
  /^(?:sure|certainly|of course|absolutely|understood|got it)(?: thing)?!$/i,
  new RegExp(
    `^(?:${SURE})?(?:here(?:'s| is| are| you go)|I(?:'ll| will| can| have)|let me)\\b[^?:]*\\b(?:script|dialogue|json|lines|${WORK} (?:for|of|that|based|with|in|as|between|about|now))\\b[^?:]*\\W*$`,
    'i',
  ),
  /^(?:please )?let me know if (?:this|that|it) (?:works|helps|fits|meets|matches|suits|sounds|looks|reads|needs|is)\b/i,
  /^(?:please )?let me know if (?:you(?:'d| would)? (?:like|want|need|have|prefer|require)|there(?:'s| is)|anything|any)\b/i,
  /^(?:please )?feel free to (?:ask|request|change|adapt|use|reach|let)\b/i,
  /^(?:would you like me to (?:continue|go on|write|rewrite|revise|adjust|edit|change|modify|expand|extend|shorten|add|make|create|generate|produce|draft|include|proceed|do)\b|if you(?:'d| would) like me to|I hope (?:this|that) (?:helps|works|meets|fits)|happy to help)\b/i,
  /^\W*(?:words|length|tone|style|format|speakers?|place|section|title|goal|task|output|duration|topic)\s*[:=](?:\W*\w+){1,8}\W*$/i,
  /^\W*notes?\s*[:=].*\b(?:I|you|your|instructed|requested)\b/i,
  new RegExp(`^(?:below|the following)\\b.*\\b${WORK}\\b`, 'i'),
  /\b(?:these|your) instructions\b|\bmy instructions\b(?! for an?\b)/i,
];

const some = (patterns: RegExp[]) => (sentence: string) =>
  patterns.some((pattern) => pattern.test(sentence));

/** A host may say this, but at the start of an answer it is a refusal. */
export const isApology = (line: string) =>
  /^\W*(?:(?:I'm|I am) (?:so |very |really )?sorry|I apologi[sz]e|sorry)\W*$/i.test(line);
/** Whether a sentence that begins or ends an answer is a model's refusal to write. */
export const isRefusal = some(REFUSALS);
/** Whether a sentence that begins or ends an answer is about the script. */
export const isChatter = some([...META, ...CHATTER]);
