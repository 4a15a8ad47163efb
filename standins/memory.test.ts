import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openFaults } from './faults.ts';
import { openPurchaseLog } from './purchaseLog.ts';
import { openSecrets } from './secrets.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-memory-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('purchase log', () => {
  const mail = (subject: string) => ({
    kind: 'mail' as const,
    to: ['a@example.com'],
    subject,
    messageId: '<1@x>',
  });
  const subjects = () => {
    const purchaseLog = openPurchaseLog(dir);
    const entries = purchaseLog.read();
    purchaseLog.close();
    return entries.map((entry) => (entry.kind === 'mail' ? entry.subject : entry.kind));
  };

  test('a purchase log entry is on disk, in order and with its time, when write returns', async () => {
    const purchaseLog = openPurchaseLog(dir);
    purchaseLog.write(mail('one'));
    purchaseLog.write({ kind: 'moderation', flagged: false });
    const lines = (await readFile(path.join(dir, 'ledger.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: expect.stringMatching(/^\d{4}-.*Z$/), ...mail('one') },
      { at: expect.any(String), kind: 'moderation', flagged: false },
    ]);
    purchaseLog.close();
    expect(subjects()).toEqual(['one', 'moderation']);
  });

  test('the purchase log accepts an entry after it was closed', () => {
    const purchaseLog = openPurchaseLog(dir);
    purchaseLog.write(mail('in time'));
    purchaseLog.close();
    purchaseLog.write(mail('late'));
    purchaseLog.close();
    expect(subjects()).toEqual(['in time', 'late']);
  });

  test('the purchase log drops only the entry that a crash truncated', async () => {
    const purchaseLog = openPurchaseLog(dir);
    purchaseLog.write(mail('whole'));
    purchaseLog.close();
    await appendFile(path.join(dir, 'ledger.jsonl'), '{"at":"2026-01-01T00:00:00.000Z","kind":"ma');
    const again = openPurchaseLog(dir);
    again.write(mail('next'));
    again.close();
    expect(subjects()).toEqual(['whole', 'next']);
  });
});

describe('fault settings', () => {
  test('no fault is set at first', () => {
    const settings = openFaults(dir).read();
    expect(settings.s3).toEqual({
      latency: 0,
      errorRate: 0,
      status: 500,
      hang: false,
      cut: 0,
      garbage: 0,
      concurrency: 0,
    });
    expect(settings.openai.budgetError).toBe(0);
    expect(settings.paddle.duplicate).toBe(1);
  });

  test('fault settings survive a restart, and a new write resets what it leaves out', () => {
    openFaults(dir).write({ openai: { latency: 740, badHabits: true }, s3: { hang: true } });
    expect(openFaults(dir).read().openai).toMatchObject({ latency: 740, badHabits: true, cut: 0 });
    openFaults(dir).write({ s3: { cut: 0.5 } });
    const settings = openFaults(dir).read();
    expect(settings.openai.latency).toBe(0);
    expect(settings.s3).toMatchObject({ hang: false, cut: 0.5 });
  });

  test.each([
    { openAI: { latency: 1 } },
    { openai: { latncy: 1 } },
    { openai: { errorRate: 2 } },
    { paddle: { duplicate: 0 } },
    { s3: { status: 200 } },
  ])('impossible fault settings are refused: %j', (wanted) => {
    const faults = openFaults(dir);
    expect(() => faults.write(wanted as object)).toThrow();
    expect(faults.read()).toEqual(openFaults(path.join(dir, 'other')).read());
  });

  test('no fault is set if the settings file is unreadable', async () => {
    await writeFile(path.join(dir, 'faults.json'), '{"openai":');
    expect(openFaults(dir).read().openai.latency).toBe(0);
  });
});

describe('secrets', () => {
  test('secrets are the same after a restart and differ by name and folder', () => {
    const secret = openSecrets(dir);
    expect(secret('key')).toMatch(/^[\da-f]{64}$/);
    expect(openSecrets(dir)('key')).toBe(secret('key'));
    expect(secret('other')).not.toBe(secret('key'));
    expect(openSecrets(path.join(dir, 'other'))('key')).not.toBe(secret('key'));
  });

  test('the secrets file is readable by its owner only', async () => {
    openSecrets(dir);
    expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
  });
});
