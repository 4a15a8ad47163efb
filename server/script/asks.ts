import { guarded } from '../guarded.ts';

/** Whether a line leaves a question to the next one. */
export const asks = ({ text }: { text: string }): boolean =>
  guarded('a question', text, () => /\?["')]*$/.test(text.trim()), false);
