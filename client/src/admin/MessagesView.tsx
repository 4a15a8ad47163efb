import { messageList } from '#shared/admin.ts';
import { MessageRow } from './MessageRow.tsx';
import { PagedList } from './PagedList.tsx';
import { usePages } from './pages.ts';

export default function MessagesView() {
  return (
    <PagedList
      pages={usePages('messages', messageList)}
      things="messages"
      itemsOf={(page) => page.messages}
      keyOf={({ id }) => id}
      empty="Nobody has written to us yet."
    >
      {(message) => <MessageRow message={message} />}
    </PagedList>
  );
}
