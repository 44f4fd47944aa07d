import { type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Kbd } from './kbd.tsx';
import { splitAtMatch } from './match.ts';

export type Command = {
  id: string;
  label: string;
  /** Further words it is found by. */
  keywords?: string;
  icon?: LucideIcon;
  media?: ReactNode;
  /** At the end of the line: where it is, how many wait. */
  note?: string;
  shortcut?: string;
  href?: string;
  onAction?: () => void;
};

export type CommandGroup = {
  id: string;
  title: string;
  commands: readonly Command[];
  /** Already what the server found for what was typed. */
  isServerFiltered?: boolean;
};

export type CommandPaletteProps = {
  groups: readonly CommandGroup[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Called as one types, to look things up. */
  onQuery?: (query: string) => void;
  isLoading?: boolean;
};

/** Longer than any name of anything here. */
const queryLimit = 200;

/** Ctrl or ⌘ K opens it from anywhere in the room it stands in. Goes, creates, finds. */
export function CommandPalette({ groups, isOpen, onOpenChange, onQuery, isLoading }: CommandPaletteProps) {
  const { t } = useTranslation('ui');
  const { contains } = useFilter({ sensitivity: 'base' });
  const [query, setQuery] = useState('');
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    onOpenChange(!isOpen);
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  function change(text: string) {
    setQuery(text);
    onQuery?.(text);
  }
  const found = groups.filter((group) => group.commands.length > 0);
  const keep = new Set(groups.flatMap((group) => (group.isServerFiltered ? group.commands.map(({ id }) => id) : [])));

  return (
    <ModalOverlay
      className="scrim scrim-top"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) change('');
        onOpenChange(open);
      }}
    >
      <Modal className="pop cmd">
        <Dialog aria-label={t('command.label')} className="outline-none">
          <Autocomplete
            inputValue={query}
            onInputChange={change}
            filter={(words, text, node) => keep.has(String(node.key)) || contains(words, text.trim())}
          >
            <TextField aria-label={t('command.placeholder')} autoFocus maxLength={queryLimit} className="cmd-input">
              <Search aria-hidden="true" />
              <Input placeholder={t('command.placeholder')} />
              <Kbd>esc</Kbd>
            </TextField>
            <Menu
              aria-label={t('command.label')}
              autoFocus="first"
              className="menu"
              onClose={() => onOpenChange(false)}
              renderEmptyState={() => (
                <div className="menu-empty">
                  {isLoading ? t('state.loading') : t('command.nothing', { query: query.trim() })}
                </div>
              )}
            >
              {found.map((group) => (
                <MenuSection key={group.id} aria-label={group.title}>
                  <Header className="menu-head">{group.title}</Header>
                  {group.commands.map((command) => (
                    <Line key={command.id} command={command} query={query.trim()} />
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
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
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Line({ command, query }: { command: Command; query: string }) {
  const Icon = command.icon;
  const [before, match, after] = splitAtMatch(command.label, query);
  return (
    <MenuItem
      id={command.id}
      textValue={`${command.label} ${command.keywords ?? ''}`}
      href={command.href}
      onAction={command.onAction}
      className="menu-item"
    >
      {Icon && <Icon aria-hidden="true" />}
      {command.media}
      <span className="menu-text cut" dir="auto">
        {before}
        {match && <mark>{match}</mark>}
        {after}
      </span>
      {command.note && <span className="cmd-note">{command.note}</span>}
      {command.shortcut && <Kbd>{command.shortcut}</Kbd>}
    </MenuItem>
  );
}
