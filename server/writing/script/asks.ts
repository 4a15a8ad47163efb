import { guarded } from '../../base/kit/guarded.ts';

const isQuestion = (text: string) => /\?["')]*$/.test(text.trim());

/** Whether a line leaves a question to the next one. */
export const asks = ({ text }: { text: string }): boolean =>
  guarded('a question', text, () => isQuestion(text), false);
