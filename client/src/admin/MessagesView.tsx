import { Check } from 'lucide-react';
import type { ContactMessage } from '#shared/admin.ts';
import { markHandled, messagePages } from '../api/admin.ts';
import { ActionButton } from './actions.tsx';
import { ListView } from './ListView.tsx';
import { AdminRow, Moment } from './parts.tsx';

export default function MessagesView() {
  return (
    <ListView
      things="messages"
      query={() => messagePages}
      rowsOf={({ messages }) =>
        messages.map((message) => <MessageRow key={message.id} message={message} />)
      }
      empty="Nobody has written to us yet."
    />
  );
}

function MessageRow({ message }: { message: ContactMessage }) {
  const { id, name, email, episode, handledAt } = message;
  const sender = name ?? (email || 'a listener');
  return (
    <div className="pb-4">
      <AdminRow
        title={episode ? `A report from ${sender}` : sender}
        facts={[
          email && (
            <a key="mail" href={`mailto:${email}`} className="text-ink underline">
              {email}
            </a>
          ),
          <Moment key="at" at={message.createdAt} />,
        ]}
      >
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
        <ActionButton
          action={{ ...markHandled(id), failed: 'The message wasn’t marked' }}
          input={undefined}
          aria-label={`Mark the message from ${sender} as handled`}
          pendingLabel="Marking..."
        >
          Mark as handled
        </ActionButton>
      )}
    </div>
  );
}
