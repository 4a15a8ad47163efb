import { expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { somebody } from '../../testing/roles.ts';
import { openTestApp } from '../../testing/testApp.ts';

test('with stand-ins of its own every check comes to an end, and sign-in is in order', async () => {
  const app = await openTestApp({ work: true });
  try {
    const admin = await somebody(app, { isAdmin: true });
    const { status } = await admin.ask('POST /api/admin/checks', { buy: false });
    expect(status).toBe(202);
    const { findings } = await eventually('the checks are made', async () => {
      const { checks } = JSON.parse((await admin.ask('GET /api/admin/checks')).text);
      return !checks.running && checks;
    });
    expect(JSON.stringify(findings)).not.toContain('The check itself failed');
    const ofFirebase = findings.filter(
      ({ provider }: { provider: string }) => provider === 'Firebase',
    );
    expect(ofFirebase.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true, true]);
  } finally {
    await app.close();
  }
});
