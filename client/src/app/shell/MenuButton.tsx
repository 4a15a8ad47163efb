import { useRef, useState } from 'react';
import { useToast } from '../../ui/Toast.tsx';

type MenuModule = typeof import('./Menu.tsx');

export function MenuButton({ load }: { load: () => Promise<MenuModule> }) {
  const { toast } = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const [Menu, setMenu] = useState<MenuModule['default'] | null>(null);
  const [open, setOpen] = useState(false);

  async function show() {
    try {
      const { default: Menu } = await load();
      setMenu(() => Menu);
      setOpen(true);
    } catch {
      toast({
        kind: 'destructive',
        title: 'The menu didn’t load',
        description: 'Check your connection and try again.',
      });
    }
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => void show()}
        className="-mr-2.5 grid size-11 place-items-center rounded-well lg:hidden"
      >
        <span aria-hidden className="flex w-5 flex-col gap-[5px]">
          <span className="h-[2.5px] w-5 rounded-full bg-ink" />
          <span className="h-[2.5px] w-3 rounded-full bg-ink" />
        </span>
      </button>
      {Menu && <Menu open={open} onOpenChange={setOpen} opener={button} />}
    </>
  );
}
