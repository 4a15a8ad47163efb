/** A text that begins like this and has the words that every source needs. */
export const sourceText = (beginning: string) => `${beginning}${' And so on.'.repeat(17)}`;
