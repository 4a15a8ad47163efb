/** Polls every `pause` ms until the answer is truthy; throws after `seconds`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  seconds = 30,
  pause = 100,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
