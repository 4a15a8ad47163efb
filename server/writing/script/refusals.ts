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

export const isRefusal = (sentence: string) => REFUSALS.some((pattern) => pattern.test(sentence));

/** A host may say this too; at the start of an answer it is a refusal. */
export const isApology = (line: string) =>
  /^\W*(?:(?:I'm|I am) (?:so |very |really )?sorry|I apologi[sz]e|sorry)\W*$/i.test(line);
