/** Asks again and again until the answer is something; throws after `seconds`. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
  seconds = 30,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
