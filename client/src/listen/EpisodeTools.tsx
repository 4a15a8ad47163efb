import { Ellipsis, Search, Share } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { SheetName } from './sheets/useSheets.ts';

type EpisodeToolsProps = {
  searchButton: Ref<HTMLButtonElement>;
  isSearching: boolean;
  onSearch: () => void;
  onShow: (sheet: SheetName) => void;
};

export function EpisodeTools({ searchButton, isSearching, onSearch, onShow }: EpisodeToolsProps) {
  return (
    <>
      <Tool
        ref={searchButton}
        label="Search the transcript"
        isExpanded={isSearching}
        onPress={onSearch}
      >
        <Search aria-hidden size={24} />
      </Tool>
      <Tool label="Share" onPress={() => onShow('share')} opens>
        <Share aria-hidden size={24} />
      </Tool>
      <Tool label="What else" onPress={() => onShow('menu')} opens>
        <Ellipsis aria-hidden size={24} />
      </Tool>
    </>
  );
}

type ToolProps = {
  label: string;
  onPress: () => void;
  /** Opens a dialog. */
  opens?: boolean;
  isExpanded?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

function Tool({ label, onPress, opens, isExpanded, children, ref }: ToolProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-expanded={isExpanded}
      onClick={({ currentTarget }) => {
        // Safari does not focus a pressed button, and the focus has to return to it.
        currentTarget.focus({ preventScroll: true });
        onPress();
      }}
      className="grid size-11 place-items-center rounded-well"
    >
      {children}
    </button>
  );
}
