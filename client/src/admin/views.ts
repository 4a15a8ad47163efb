import { type ComponentType, lazy } from 'react';

interface ViewEntry {
  /** As in the address: `/admin?view=orders`. */
  name: string;
  title: string;
  View: ComponentType;
}

const codes: ViewEntry = {
  name: 'codes',
  title: 'Discount codes',
  View: lazy(() => import('./CodesView.tsx')),
};

/** The admin's views; each loads when it is first opened. */
export const views: ViewEntry[] = [
  codes,
  { name: 'orders', title: 'Orders', View: lazy(() => import('./OrdersView.tsx')) },
  { name: 'events', title: 'Payment events', View: lazy(() => import('./EventsView.tsx')) },
  { name: 'episodes', title: 'Episodes', View: lazy(() => import('./EpisodesView.tsx')) },
  { name: 'messages', title: 'Messages', View: lazy(() => import('./MessagesView.tsx')) },
  { name: 'users', title: 'Users', View: lazy(() => import('./UsersView.tsx')) },
  { name: 'sales', title: 'Sales', View: lazy(() => import('./SalesView.tsx')) },
  { name: 'providers', title: 'Providers', View: lazy(() => import('./ProvidersView.tsx')) },
  { name: 'audit', title: 'Audit', View: lazy(() => import('./AuditView.tsx')) },
];

/** The view of this name; the discount codes for an unknown one. */
export function viewOf(name: string): ViewEntry {
  return views.find((view) => view.name === name) ?? codes;
}
