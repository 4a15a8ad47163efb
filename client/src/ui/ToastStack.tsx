import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, Info, X } from 'lucide-react';
import { classes } from './classes.ts';
import { type ShownToast, TOAST_DURATION, timeOnScreen } from './toasts.ts';

type ToastStackProps = { shown: ShownToast | null; onClose: (id: number) => void };

export default function ToastStack({ shown, onClose }: ToastStackProps) {
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50} duration={TOAST_DURATION}>
      {shown && <ToastCard key={shown.id} toast={shown} onClose={() => onClose(shown.id)} />}
      <Radix.Viewport
        hotkey={['F8']}
        className="fixed inset-x-0 top-18 z-50 mx-auto flex w-full max-w-[440px] flex-col gap-3 px-5 outline-none lg:top-22 lg:right-[max(5.5rem,50%-34.5rem)] lg:left-auto lg:mx-0 lg:w-70 lg:px-0"
      />
    </Radix.Provider>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const failed = toast.kind === 'destructive';
  const Icon = failed ? CircleAlert : Info;
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => open || onClose()}
      duration={timeOnScreen(toast)}
      data-kind={toast.kind ?? 'plain'}
      className={classes(
        'toast flex items-start gap-3 rounded-card bg-panel p-4 shadow-[0_12px_36px_var(--scrim),var(--lift)]',
        failed
          ? 'outline-2 -outline-offset-2 outline-air-fill'
          : 'outline-[1.5px] outline-offset-[-1.5px] outline-rim',
      )}
    >
      <Icon aria-hidden size={22} className={classes('mt-0.5 shrink-0', failed && 'text-err')} />
      <div className="grow">
        <Radix.Title className="font-bold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="text-soft">{toast.description}</Radix.Description>
        )}
      </div>
      {toast.action && (
        <Radix.Action
          altText={`F8, then ${toast.action.label}`}
          onClick={toast.action.run}
          className="-my-2.5 min-h-11 shrink-0 px-1 font-bold underline decoration-[1.5px] underline-offset-[5px]"
        >
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-well"
      >
        <X aria-hidden size={22} />
      </Radix.Close>
    </Radix.Root>
  );
}
