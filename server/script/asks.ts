/** Whether a line leaves a question to the next one. */
export const asks = ({ text }: { text: string }): boolean => /\?["')]*$/.test(text.trim());
