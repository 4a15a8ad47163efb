/** The form, with the topic already in it when there is one. */
export function createPath(topic: string): string {
  const said = topic.trim();
  return said ? `/create?topic=${encodeURIComponent(said)}` : '/create';
}
