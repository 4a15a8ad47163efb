import type { Style, Tone } from '#shared/tonesAndStyles.ts';

export interface StyleGuide {
  a: string;
  b: string;
  /** What drives the conversation, and each host's share of the words. */
  shape: string;
  /** A few turns that show the register: models copy what they are shown. */
  sample: string[];
  /** `middle` alternates, so that each section goes on otherwise than the one before. */
  opening: string;
  middle: string[];
  closing: string;
}

export const STYLE_GUIDES: Record<Style, StyleGuide> = {
  Conversation: {
    a: 'follows curiosity. Starts from something that could be seen or touched, thinks aloud in quick half-steps, swerves when a better thought turns up, and asks what something is like from the inside',
    b: 'weighs. Speaks in complete, level sentences, asks how anybody could know that, distrusts the neat version, and now and then lands a dry remark',
    shape:
      'Two friends who find the subject out together. Neither owns the answer and neither lectures. They want different things from it: A wants the surprise, B wants it to be true. Words about even.',
    sample: [
      "A: Okay, but it doesn't just sit there. It... what's the word. It waits.",
      "B: Waits for what, though? You're giving it a plan.",
      "A: I'm not, I'm giving it a Tuesday. Everybody's got a Tuesday.",
      "B: Hm. I'd still want to know who counted.",
      "A: Nobody. That's what bothers me. Nobody's ever counted.",
      "B: Then let's not say most. Let's say some, and mean it.",
    ],
    opening:
      'Begin in the middle of a thought that only this subject could provoke: an oddity, a small scene, a thing most people get wrong. Then the greeting and both names, in one or two short turns, and the question that the two will not let go of.',
    middle: [
      'what the two have just agreed on runs into trouble, and one of them changes their mind, or fails to.',
      'A looks at it from the inside, B asks how anybody found out, and each needs what the other has.',
      'one case is followed to its end, for somebody who lives with it, and turns out otherwise than A hoped.',
      'B spoils the neat version, and what is left turns out to be stranger or more useful.',
    ],
    closing:
      'Each says what looks different to them now than it did at the start. Leave one question open that is worth a walk.',
  },
  Interview: {
    a: 'the interviewer. Short, exact questions, one at a time; listens, picks up a word of the answer, and presses once more where it was vague. Never explains the subject and never praises an answer',
    b: 'the guest, who knows the subject from every side. Answers with a case first and the principle second, corrects the question where it is wrong, and says plainly where knowledge ends',
    shape:
      'An interview in which the questions get harder. The guest has about two thirds of the words; a question is seldom longer than twenty.',
    sample: [
      'A: So who noticed first?',
      "B: A cleaner, actually. She'd come in at five, and the lamp was warm.",
      'A: Warm, not on.',
      "B: Warm. And that's the whole difference, because it meant somebody'd lied about the night.",
      "A: You said nobody knows. Nobody, or nobody's asked?",
      "B: ...Nobody's asked properly. That's fair.",
    ],
    opening:
      'A names the one thing about the subject that does not add up, greets the listener, introduces the guest by name in one clause, and puts a question that can be answered with a scene.',
    middle: [
      'from what happens, told as one case, to why it happens; A presses on the word that explains it.',
      'A brings what speaks against it, as somebody would who knows it well; B meets it, or grants it.',
      'what it means for those outside: who gains, who pays, what they can do. B corrects one question.',
      'to the question that the guest would rather not have been asked, and what they say when it is asked again.',
    ],
    closing:
      'A asks what the guest is least sure of, or would want found out. The answer is short. Thanks, names, goodbye.',
  },
  Debate: {
    a: 'argues for. Warm and forceful, thinks in people and consequences, builds a case step by step, and pleads when it gets close',
    b: 'argues against. Cool and quick, thinks in counter-examples and costs, turns the other side’s best example round, and asks for the evidence',
    shape:
      'A fair fight over one motion, the same throughout: one of the listener\'s "questions", or the topic, as a plain claim. Where the answer is known, they say so and fight over how far it reaches and what follows. They meet the strongest form of the other argument, attack arguments and never each other, and concede what must be conceded. Words even.',
    sample: [
      "A: Tell that to the woman who waits an hour for the bus. She'd love to hear about averages.",
      "B: She'd also like the bus to exist next year, and you've just spent its money.",
      "A: I've moved it. I haven't spent it.",
      "B: That's the same thing with better manners.",
      "A: All right, that one I can't answer. The cost of the first five years, I'll give you.",
      "B: And I'll give you the last mile. I've got nothing for the last mile.",
    ],
    opening:
      'The motion, and what hangs on it for those it touches. Greeting and names in passing. Each side opens with its single best point, not with a definition.',
    middle: [
      'one argument of A is taken to its end: claim, objection, reply, and what is left standing.',
      'one argument of B is taken to its end: claim, objection, reply, and what is left standing.',
      'one case that both claim for their side; whoever it does not fit gives something up.',
      'what it costs, and whom, if either side has its way, each told by the one who would rather not.',
    ],
    closing:
      'Each names the point of the other that they could not answer, and where that leaves them. What is open, the listener decides.',
  },
  Storytelling: {
    a: 'the narrator. Unhurried, in scenes with weather, hands and objects; people who want something and something in their way. Leaves a gap just before the turn',
    b: 'the listener by the fire. Short questions, wrong guesses, held breath; asks what we would all like to ask, and once in a while remembers a detail that the narrator had counted on',
    shape:
      'One story with the same people, recalled by name, from the first section to the last. Ideas come out of what happens. Invented people are presented as invented; real events keep to what is known. The narrator has about two thirds of the words.',
    sample: [
      "A: It's raining, and he's still got the letter. He hasn't opened it. He's just moved it from one pocket to the other.",
      "B: Why wouldn't he open it?",
      'A: He knows the handwriting.',
      'B: Oh no. The brother?',
      "A: The brother's dead by then. Or so everybody says.",
      'B: You said that the watch had stopped. Earlier. You said that.',
    ],
    opening:
      'A scene already under way: somebody, somewhere, in trouble that belongs to this subject. Greeting and names slip in once the listener wants to know more.',
    middle: [
      'a new scene makes matters harder, and ends a step before it is resolved.',
      'somebody who wants the opposite comes in, and is right about something.',
      'a detail that was passed over turns out to matter; B remembers it, and A has to answer for it.',
      'somebody has to choose, with little time and the wrong things in their hands, and pays for it.',
    ],
    closing:
      'The last scene: what it cost and what stayed. One image rather than a moral, then the goodbye.',
  },
  'Explain it simply': {
    a: 'the explainer. Short words and everyday comparisons, one step at a time; says where each comparison breaks down',
    b: 'a bright newcomer. Stops at every word that is not clear, tries the idea on a case of their own, gets it slightly wrong, and says it back shorter than it was said',
    shape:
      'An explanation for somebody clever with no background, built like stairs: each step stands on the one before. Every new word is unfolded the moment it is used. A has about three fifths of the words.',
    sample: [
      "A: Think of a queue at a bakery. One person's fine. Forty, and somebody starts shouting.",
      "B: And the shouting's the heat?",
      "A: Nearly. The shouting's what you measure. The heat's the 40 people.",
      'B: Right, so if I open a second till...',
      "A: Then it gets quieter, and it isn't any colder. That's where my bakery breaks.",
      'B: Hang on, say that again, slower.',
    ],
    opening:
      'Something everybody has seen and nobody has wondered about, which this subject explains. Greeting and names in passing. What the listener will be able to say at the end that they cannot say now.',
    middle: [
      'one step: a picture of it, the thing itself, a case where B tries it, and the catch.',
      'one step: B guesses how it goes on, nearly right, and where the guess breaks the next stair is.',
      'one step: two things that look alike and are not, and the idea that tells them apart.',
      'one step: something that everybody has handled, taken apart until only the idea is left, which B then uses.',
    ],
    closing:
      'B explains the whole in a few sentences, as to a friend, and A mends one thing in it. Then the goodbye.',
  },
};

export const TONE_GUIDES: Record<Tone, string> = {
  Normal:
    'natural and friendly, as two people talk over a table they like. Everyday words, some warmth, humour when it comes by itself. Greet simply.',
  Funny:
    'light and witty. A laugh about every third turn, out of observation, exact comparison and understatement; jokes come from the subject and move it on, never from puns on names or from mocking people who are hurt. The facts stay straight. Greet with a smile, end on the best line.',
  Serious:
    'sober and exact. No jokes, no exclamation marks, no drama. Name what is at stake and for whom; weigh the words; let a hard fact stand for a moment before anybody comments. Greet and part briefly.',
  Calm: 'slow and gentle, for the end of a day. Long, easy sentences, few at a time; pictures of quiet things; room after a thought. No urgency, no suspense, no raised voices; disagreement is soft. Greet quietly and let the goodbye fade.',
  Energetic:
    'brisk and vivid. Short sentences, strong verbs, quick changes, each turn pushing the next; the two overtake each other because they cannot wait. Excitement comes from what is found and not from adjectives. Greet in one breath and get going.',
  Skeptical:
    'doubtful and precise. Every claim is asked who says so, how they know and what would prove it wrong; popular versions are taken apart politely; what survives is said with respect. Doubt is not cynicism: some things do hold up. Greet with the doubt itself.',
};
