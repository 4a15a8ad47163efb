/** Where the stand-ins run, apart from the product. */
export const standins = `http://127.0.0.1:${process.env.E2E_STANDINS_PORT}/standins`;

/** Asks the stand-ins; with a body it is a POST. */
export async function standin<T>(path: string, body?: unknown): Promise<T> {
  const reply = await fetch(
    standins + path,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}
