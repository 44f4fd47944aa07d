import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '../buttons/icon-button.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { CommandGroupLines, domIdOf, lineOf } from './command-group.tsx';
import { type Command, type CommandGroup, matchCommands } from './command-match.ts';
import { Kbd } from './kbd.tsx';

export type CommandPaletteProps = {
  groups: readonly CommandGroup[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called as one types, to search on the server. */
  onQuery?: (query: string) => void;
  isLoading?: boolean;
  /** Error message of the server search. */
  problem?: string;
  /** Ids of recently used commands, latest first. */
  recentIds?: readonly string[];
  onUse?: (command: Command) => void;
  /** Path prefixes that are navigated to on the client. */
  room?: string;
};

/** Longer than any name. */
const queryLimit = 200;

/** A command palette that navigates, creates and searches: a combobox with a permanently open listbox. */
export function CommandPalette({ isOpen, onOpenChange, onQuery, ...rest }: CommandPaletteProps) {
  const { t } = useTranslation('ui');
  return (
    <ModalOverlay
      className="scrim scrim-top"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onQuery?.('');
        onOpenChange(open);
      }}
    >
      <Modal className="pop cmd">
        <Dialog aria-label={t('command.label')} className="outline-none">
          <Finder {...rest} onQuery={onQuery} onClose={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({
  groups,
  onQuery,
  onClose,
  isLoading = false,
  problem,
  recentIds,
  onUse,
  room = '/',
}: Omit<CommandPaletteProps, 'isOpen' | 'onOpenChange'> & { onClose: () => void }) {
  const { t } = useTranslation('ui');
  const [query, setQuery] = useState('');
  const shown = matchCommands(groups, query, recentIds);
  const lines = shown.flatMap((group) => group.commands.map(({ id }) => lineOf(group, id)));
  const { base, active, point, press } = useActiveLine(lines);
  const use = useCommand({ room, onUse, onClose });
  return (
    <>
      <QueryInput
        base={base}
        active={active}
        query={query}
        onQuery={(next) => {
          setQuery(next);
          point(undefined);
          onQuery?.(next);
        }}
        onKeyDown={press}
        onClose={onClose}
      />
      <div id={`${base}-list`} role="listbox" aria-label={t('command.label')} className="menu" tabIndex={-1}>
        {shown.map((group) => (
          <CommandGroupLines
            key={group.id}
            base={base}
            group={group}
            query={query.trim()}
            active={active}
            onPoint={point}
            onUse={use}
          />
        ))}
      </div>
      {lines.length === 0 ? (
        <div className="menu-empty">
          {isLoading ? t('state.loading') : t('command.nothing', { query: query.trim() })}
        </div>
      ) : null}
      {problem ? (
        <p className="cmd-problem" role="alert">
          {problem}
        </p>
      ) : null}
      <VisuallyHidden>
        <span role="status">{query && !isLoading ? t('command.found', { count: lines.length }) : ''}</span>
      </VisuallyHidden>
      <Foot isLoading={isLoading && lines.length > 0} />
    </>
  );
}

/** The line that Enter uses: the one pointed at, else the first. */
function useActiveLine(lines: readonly string[]) {
  const base = useId();
  const [pointed, point] = useState<string>();
  const active = pointed !== undefined && lines.includes(pointed) ? pointed : lines[0];

  useEffect(() => {
    if (active) document.getElementById(domIdOf(base, active))?.scrollIntoView({ block: 'nearest' });
  }, [active, base]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || lines.length === 0) return;
    const at = active === undefined ? -1 : lines.indexOf(active);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8 };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const isPaging = event.key.startsWith('Page');
      const index = isPaging ? Math.min(lines.length - 1, Math.max(0, next)) : (next + lines.length) % lines.length;
      point(lines[index]);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      // Like a link: with Ctrl or ⌘ it opens in a new tab.
      document
        .getElementById(domIdOf(base, active))
        ?.dispatchEvent(
          new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
        );
    }
  }
  return { base, active, point, press };
}

/** Uses a command: goes to its address, on the client where it is in the same room, and runs its action. */
function useCommand({
  room,
  onUse,
  onClose,
}: {
  room: string;
  onUse: CommandPaletteProps['onUse'];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (command: Command, event: MouseEvent) => {
    onUse?.(command);
    const isBeside = event.ctrlKey || event.metaKey || event.shiftKey || command.target !== undefined;
    if (command.href?.startsWith(room) && !isBeside) {
      event.preventDefault();
      void navigate(command.href);
    }
    command.onAction?.();
    onClose();
  };
}

type QueryInputProps = {
  base: string;
  active: string | undefined;
  query: string;
  onQuery: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

function QueryInput({ base, active, query, onQuery, onKeyDown, onClose }: QueryInputProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="cmd-input">
      <Search aria-hidden="true" />
      <input
        role="combobox"
        type="text"
        aria-label={t('command.placeholder')}
        aria-expanded="true"
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active ? domIdOf(base, active) : undefined}
        placeholder={t('command.placeholder')}
        // biome-ignore lint/a11y/noAutofocus: the dialog is opened for this input
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={queryLimit}
        value={query}
        onKeyDown={onKeyDown}
        onChange={({ target }) => onQuery(target.value)}
      />
      <Kbd>esc</Kbd>
      <IconButton className="cmd-close" size="sm" icon={X} label={t('dialog.close')} onPress={onClose} />
    </div>
  );
}

function Foot({ isLoading }: { isLoading: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <footer className="cmd-foot" aria-hidden="true">
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t('command.move')}
      </span>
      <span>
        <Kbd>↵</Kbd>
        {t('command.open')}
      </span>
      <span>
        <Kbd>esc</Kbd>
        {t('command.close')}
      </span>
      {isLoading ? <span className="ms-auto">{t('state.loading')}</span> : null}
    </footer>
  );
}
