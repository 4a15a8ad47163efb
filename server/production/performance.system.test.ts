import { expect, it } from 'vitest';
import { DELIVERIES } from '#shared/script.ts';
import { openProduction } from '../testing/production.ts';

/* How lines are performed, from the model's script to the voices. */

const TAG = /^\[[a-z ]+\] /;

it.each([
  ['eleven_v4', true],
  ['eleven_flash_v2_5', false],
])(
  'a delivery is sent to %s as a tag: %s; it is never in the transcript',
  async (speech, isSent) => {
    const production = await openProduction({ speech });
    try {
      await production.setFaults({ openai: { writer: 'scripts' } });
      const { id } = await production.order(2);
      expect((await production.make(id)).status).toBe('completed');

      const lines = (await production.linesOf(id)).filter(({ state }) => state === 'spoken');
      const delivered = lines.filter(({ delivery }) => delivery !== null);
      // The first is written on its own, the goodbye as a whole.
      expect(delivered.length).toBeGreaterThan(1);
      expect(lines.at(-1)?.delivery).toBe('amused');
      for (const { text, delivery } of lines) {
        expect(text).not.toMatch(/[[\]]/);
        if (delivery) expect(DELIVERIES).toContain(delivery);
      }
      const sent = production
        .entries()
        .flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
      for (const { text } of delivered) {
        expect(sent.filter((one) => one === text)).toHaveLength(isSent ? 0 : 1);
        expect(sent.filter((one) => TAG.test(one) && one.endsWith(`] ${text}`))).toHaveLength(
          isSent ? 1 : 0,
        );
      }
      const prompts = JSON.stringify(production.asked.flatMap(({ messages }) => messages.slice(1)));
      expect(prompts).toContain(delivered[0]?.text);
      expect(prompts).not.toMatch(/[AB]: \[/);
    } finally {
      await production.close();
    }
  },
  90_000,
);
