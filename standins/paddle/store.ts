import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Adjustment, Transaction } from './shapes.ts';

export interface Notification {
  id: string;
  event: { event_id: string; event_type: string; occurred_at: string; data: unknown };
  attempts: number;
  /** Unix milliseconds. */
  dueAt: number;
}

/**
 * One file, replaced atomically: after a kill -9 a payment and its webhooks are both on disk, or
 * neither.
 */
export interface Sale {
  transaction: Transaction;
  adjustments: Adjustment[];
  /** When Paddle approves a pending refund, by adjustment id, in Unix milliseconds. */
  approvals: Record<string, number>;
  notifications: Notification[];
}

/** There are several because a developer's port changes now and then. */
const MOST_DESTINATIONS = 10;

export type Store = ReturnType<typeof openStore>;

export function openStore(dir: string) {
  const folder = path.join(dir, 'sales');
  mkdirSync(folder, { recursive: true });
  const destinationsFile = path.join(dir, 'destinations.json');
  const sales = new Map<string, Sale>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const kept = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    // Earlier versions saved the notifications as `notices`.
    const sale: Sale = { notifications: kept.notices ?? [], ...kept };
    sales.set(sale.transaction.id, sale);
  }
  let destinations: string[] = existsSync(destinationsFile)
    ? JSON.parse(readFileSync(destinationsFile, 'utf8'))
    : [];

  return {
    find: (transactionId: string) => sales.get(transactionId),
    all: () => [...sales.values()],
    /** The sale is on disk when this returns. */
    save(sale: Sale) {
      sales.set(sale.transaction.id, sale);
      replaceFile(path.join(folder, `${sale.transaction.id}.json`), sale);
    },
    /** Newest first. */
    destinations: () => destinations,
    addDestination(url: string) {
      destinations = [url, ...destinations.filter((known) => known !== url)].slice(
        0,
        MOST_DESTINATIONS,
      );
      replaceFile(destinationsFile, destinations);
    },
  };
}

function replaceFile(file: string, content: unknown) {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(content), { mode: 0o600 });
  renameSync(fresh, file);
}
