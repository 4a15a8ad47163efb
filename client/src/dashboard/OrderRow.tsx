import type { ReactNode } from 'react';
import type { Order } from '#shared/order.ts';
import { Title } from '../ui/Title.tsx';
import { nameOf } from './words.ts';

type OrderRowProps = {
  order: Order;
  /** After hosts and minutes: the price, or what became of the order. */
  note: string;
  /** The main button. */
  action?: ReactNode;
  /** A secondary link. */
  link?: ReactNode;
};

/** An order without an episode. */
export function OrderRow({ order, note, action, link }: OrderRowProps) {
  const { topic, duration, voice1Name, voice2Name } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line py-4">
      <div className="min-w-0 grow basis-48">
        <Title text={nameOf(topic)} className="line-clamp-3" />
        <p className="mt-1 text-meta text-soft">
          {voice1Name} and {voice2Name}, {duration}
          {'\u00a0'}min, {note}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {action}
        {link}
      </div>
    </li>
  );
}
