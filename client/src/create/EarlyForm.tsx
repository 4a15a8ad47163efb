import { Form } from '../ui/Form.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { Columns } from './Columns.tsx';
import { SubmitFooter } from './SubmitFooter.tsx';
import { topicWords } from './TopicField.tsx';

/** `earlyInput.ts` repeats what was typed and pressed here in the form that replaces it. */
export function EarlyForm() {
  return (
    <Form data-stand-in className="flex grow flex-col">
      <Columns
        about={
          <>
            <div>
              <TextArea name="topic" {...topicWords} counter={'\u00a0'} />
              <Skeleton className="mt-4 h-11" />
            </div>
            <Skeleton className="h-[172px] rounded-[86px] lg:h-[232px] lg:rounded-[116px]" />
          </>
        }
        choices={<Skeleton className="h-[88px] grow" />}
        order={
          <div className="contents lg:block lg:p-5">
            <SubmitFooter quote={null} isSubmitting={false} isWaiting={false} isHearing={false} />
          </div>
        }
      />
    </Form>
  );
}
