import { useInfiniteQuery } from '@tanstack/react-query';
import { messagePages } from '../api/admin.ts';
import { MessageRow } from './MessageRow.tsx';
import { PagedList } from './PagedList.tsx';

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
