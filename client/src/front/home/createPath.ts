export function createPath(topic: string): string {
  const trimmed = topic.trim();
  return trimmed ? `/create?topic=${encodeURIComponent(trimmed)}` : '/create';
}
