import { useInfiniteQuery } from '@tanstack/react-query';
import { codePages } from '../api/admin.ts';
import { Button } from '../ui/Button.tsx';
import { useAddress } from './address.ts';
import { CodeRow } from './CodeRow.tsx';
import { NewCodeSheet } from './NewCodeSheet.tsx';
import { PagedList } from './PagedList.tsx';

export default function CodesView() {
  const address = useAddress();
  const pages = useInfiniteQuery(codePages);
  return (
    <>
      <Button
        kind="main"
        className="mb-5 sm:absolute sm:-top-4 sm:right-0 sm:mb-0 sm:min-h-12!"
        onClick={() => address.open('new', 'code')}
      >
        New code
      </Button>
      <PagedList
        pages={pages}
        things="discount codes"
        itemsOf={(page) => page.discountCodes}
        keyOf={({ id }) => id}
        empty="No codes yet. The first one takes four taps."
      >
        {(code) => <CodeRow code={code} />}
      </PagedList>
      <NewCodeSheet open={address.get('new') === 'code'} onClose={() => address.close('new')} />
    </>
  );
}
