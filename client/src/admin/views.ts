import { type ComponentType, lazy } from 'react';

interface ViewEntry {
  name: string;
  title: string;
  View: ComponentType;
}

const codes: ViewEntry = {
  name: 'codes',
  title: 'Discount codes',
  View: lazy(() => import('./CodesView.tsx')),
};

const episodes: ViewEntry = {
  name: 'episodes',
  title: 'Episodes',
  View: lazy(() => import('./EpisodesView.tsx')),
};
const messages: ViewEntry = {
  name: 'messages',
  title: 'Messages',
  View: lazy(() => import('./MessagesView.tsx')),
};
const users: ViewEntry = {
  name: 'users',
  title: 'Users',
  View: lazy(() => import('./UsersView.tsx')),
};
const providers: ViewEntry = {
  name: 'providers',
  title: 'Providers',
  View: lazy(() => import('./ProvidersView.tsx')),
};
const audit: ViewEntry = {
  name: 'audit',
  title: 'Audit',
  View: lazy(() => import('./AuditView.tsx')),
};

const sellingViews: ViewEntry[] = [
  codes,
  { name: 'orders', title: 'Orders', View: lazy(() => import('./OrdersView.tsx')) },
  { name: 'events', title: 'Payment events', View: lazy(() => import('./EventsView.tsx')) },
  episodes,
  messages,
  users,
  { name: 'sales', title: 'Sales', View: lazy(() => import('./SalesView.tsx')) },
  providers,
  audit,
];

const houseViews: ViewEntry[] = [
  episodes,
  { name: 'costs', title: 'Costs', View: lazy(() => import('./CostsView.tsx')) },
  messages,
  users,
  providers,
  audit,
];

export const viewsOf = (sells: boolean): ViewEntry[] => (sells ? sellingViews : houseViews);

export function viewOf(name: string, sells: boolean): ViewEntry {
  const first = sells ? codes : episodes;
  return viewsOf(sells).find((view) => view.name === name) ?? first;
}
