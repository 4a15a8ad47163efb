import { configure } from '@testing-library/react';
import { createElement } from 'react';
import { beforeAll } from 'vitest';
import { anAccount } from '../testing/builders.ts';
import { open, serve } from '../testing/screen.tsx';
import AdminPage from './AdminPage.tsx';

// Each view is a chunk of its own, loaded on first use, which takes long on a busy machine.
configure({ asyncUtilTimeout: 5000 });
beforeAll(async () => {
  await Promise.all([
    import('./CodesView.tsx'),
    import('./OrdersView.tsx'),
    import('./EventsView.tsx'),
    import('./EpisodesView.tsx'),
    import('./MessagesView.tsx'),
    import('./UsersView.tsx'),
    import('./SalesView.tsx'),
    import('./AuditView.tsx'),
    import('./ProvidersView.tsx'),
    import('../ui/ToastStack.tsx'),
  ]);
}, 60_000);

export const signedIn = {
  'GET /api/auth/me': { user: anAccount({ email: 'admin@example.com', isAdmin: true }) },
};

/** Opens Admin as an admin. The result lists the requests of one call, so far. */
export function visit(answers: Record<string, unknown>, path = '/admin') {
  const sent = serve({ ...signedIn, ...answers });
  open(path, createElement(AdminPage));
  return (call: string) => sent.filter((one) => one.call === call);
}
