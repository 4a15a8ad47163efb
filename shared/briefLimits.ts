export const QUESTIONS_MAX = 6;
export const QUESTION_MAX = 200;
export const NOTE_MAX = 120;
export const AVOID_MAX = 5;
