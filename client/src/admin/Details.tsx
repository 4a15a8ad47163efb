import type { ReactNode } from 'react';

type Detail = readonly [name: string, value: ReactNode];

export function Details({ items }: { items: readonly Detail[] }) {
  return (
    <dl>
      {items.map(
        ([name, value]) =>
          value !== null &&
          value !== '' && (
            <div
              key={name}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 first:border-t-0"
            >
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1">{title}</h3>
      {children}
    </section>
  );
}
