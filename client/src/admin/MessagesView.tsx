import { useInfiniteQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ContactMessage } from '#shared/admin.ts';
import { markHandled, messagePages } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { AdminRow, Facts, Moment } from './AdminRow.tsx';
import { PagedList } from './Fetched.tsx';
import { useAdminAction } from './useAdminAction.ts';

export default function MessagesView() {
  return (
    <PagedList
      pages={useInfiniteQuery(messagePages)}
      things="messages"
      itemsOf={(page) => page.messages}
      keyOf={({ id }) => id}
      empty="Nobody has written to us yet."
    >
      {(message) => <MessageRow message={message} />}
    </PagedList>
  );
}

function MessageRow({ message }: { message: ContactMessage }) {
  const { id, name, email, episode, handledAt } = message;
  const sender = name ?? (email || 'a listener');
  const action = useAdminAction({
    ...markHandled(id),
    failed: 'The message wasn’t marked',
  });
  return (
    <div className="pb-4">
      <AdminRow title={episode ? `A report from ${sender}` : sender}>
        <Facts
          facts={[
            email && (
              <a key="mail" href={`mailto:${email}`} className="text-ink underline">
                {email}
              </a>
            ),
            <Moment key="at" at={message.createdAt} />,
          ]}
        />
        {episode && (
          <span className="block">
            About{' '}
            <a href={episode.listenUrl} dir="auto" className="text-ink underline">
              {episode.title}
            </a>
          </span>
        )}
      </AdminRow>
      <p dir="auto" className="mb-3 max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {message.message}
      </p>
      {handledAt ? (
        <p className="flex min-h-12 items-center gap-2 text-meta text-soft">
          <Check aria-hidden size={18} strokeWidth={2.5} />
          <span>
            Handled <Moment at={handledAt} />
          </span>
        </p>
      ) : (
        <Button
          aria-label={`Mark the message from ${sender} as handled`}
          pending={action.isPending}
          pendingLabel="Marking..."
          onClick={() => action.start(undefined)}
        >
          Mark as handled
        </Button>
      )}
    </div>
  );
}
