import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { IconButton } from '../buttons/icon-button.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { type Command, type CommandGroup, matchCommands } from './command-match.ts';
import { Kbd } from './kbd.tsx';
import { splitAtMatch } from './match.ts';

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
  const navigate = useNavigate();
  const base = useId();
  const [query, setQuery] = useState('');
  const [pointed, setPointed] = useState<string>();
  const shown = matchCommands(groups, query, recentIds);
  // A command may be in two groups ("Recent"): its key includes the group.
  const lines = shown.flatMap((group) => group.commands.map(({ id }) => `${group.id}:${id}`));
  const active = pointed !== undefined && lines.includes(pointed) ? pointed : lines[0];
  const domId = (line: string) => `${base}-${line}`;

  useEffect(() => {
    if (active) document.getElementById(`${base}-${active}`)?.scrollIntoView({ block: 'nearest' });
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
      setPointed(lines[index]);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      // Like a link: with Ctrl or ⌘ it opens in a new tab.
      document
        .getElementById(domId(active))
        ?.dispatchEvent(
          new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
        );
    }
  }

  function use(command: Command, event: MouseEvent) {
    onUse?.(command);
    const isBeside = event.ctrlKey || event.metaKey || event.shiftKey || command.target !== undefined;
    if (command.href?.startsWith(room) && !isBeside) {
      event.preventDefault();
      void navigate(command.href);
    }
    command.onAction?.();
    onClose();
  }

  return (
    <>
      <div className="cmd-input">
        <Search aria-hidden="true" />
        <input
          role="combobox"
          type="text"
          aria-label={t('command.placeholder')}
          aria-expanded="true"
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? domId(active) : undefined}
          placeholder={t('command.placeholder')}
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened for this input
          autoFocus
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={queryLimit}
          value={query}
          onKeyDown={press}
          onChange={({ target }) => {
            setQuery(target.value);
            setPointed(undefined);
            onQuery?.(target.value);
          }}
        />
        <Kbd>esc</Kbd>
        <IconButton className="cmd-close" size="sm" icon={X} label={t('dialog.close')} onPress={onClose} />
      </div>
      <div id={`${base}-list`} role="listbox" aria-label={t('command.label')} className="menu" tabIndex={-1}>
        {shown.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox has no HTML element
          <div key={group.id} role="group" aria-labelledby={`${base}-${group.id}`}>
            <div id={`${base}-${group.id}`} className="menu-head" role="presentation">
              {group.title}
            </div>
            {group.commands.map((command) => {
              const line = `${group.id}:${command.id}`;
              return (
                <Line
                  key={line}
                  id={domId(line)}
                  command={command}
                  query={query.trim()}
                  isActive={line === active}
                  onPoint={() => setPointed(line)}
                  onUse={(event) => use(command, event)}
                />
              );
            })}
          </div>
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
        {isLoading && lines.length > 0 ? <span className="ms-auto">{t('state.loading')}</span> : null}
      </footer>
    </>
  );
}

type LineProps = {
  id: string;
  command: Command;
  query: string;
  isActive: boolean;
  onPoint: () => void;
  onUse: (event: MouseEvent) => void;
};

/** A link, so that it can be opened in a new tab; the focus stays in the input. */
function Line({ id, command, query, isActive, onPoint, onUse }: LineProps) {
  const Icon = command.icon;
  const [before, match, after] = splitAtMatch(command.label, query);
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: 'menu-item',
    'data-focused': isActive || undefined,
    onMouseMove: isActive ? undefined : onPoint,
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: onUse,
  } as const;
  const words = (
    <>
      {Icon && <Icon aria-hidden="true" />}
      {command.media}
      <span className="menu-text cut" dir="auto">
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </span>
      {command.note && <span className="cmd-note">{command.note}</span>}
      {command.shortcut && <Kbd>{command.shortcut}</Kbd>}
    </>
  );
  if (command.href)
    return (
      <a {...shared} href={command.href} target={command.target} rel={command.target ? 'noopener' : undefined}>
        {words}
      </a>
    );
  return (
    <button {...shared} type="button">
      {words}
    </button>
  );
}
