import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstall } from '#base/browser/install.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { CommandPalette } from '#ui/palette/command-palette.tsx';
import { useKeyboard } from '#ui/palette/use-keyboard.ts';
import type { ShellPerson } from '../shell/shell-person.ts';
import { keepRecent, readRecent } from './recent-commands.ts';
import { type CommandParts, commandGroups } from './shell-commands.ts';
import { useRecords } from './use-records.ts';

export type ShellPaletteProps = Pick<CommandParts, 'menus' | 'targets' | 'documentation' | 'doing'> & {
  person: ShellPerson;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The command palette: opens screens and settings, searches records, creates things and runs actions. */
export function ShellPalette({
  person,
  menus,
  targets,
  documentation,
  doing,
  isOpen,
  onOpenChange,
}: ShellPaletteProps) {
  const { t } = useTranslation(['shell', 'dashboard', 'ui']);
  const { account_id, features } = useAccount();
  const [typed, setTyped] = useState('');
  const hasKeys = useKeyboard();
  const mayInstall = useInstall() === 'ready';
  const access = { caps: person.caps, features };
  const search = useRecords({ ...access, kind: person.kind, userId: person.userId, account_id }, typed);
  const recent = isOpen ? readRecent(person.userId) : [];
  const groups = commandGroups({
    menus,
    targets,
    access,
    documentation,
    records: search.records,
    areCurrent: search.isCurrent,
    recent,
    doing,
    hasKeys,
    mayInstall,
    t,
  });
  return (
    <CommandPalette
      room={paths.dashboard()}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      groups={groups}
      onQuery={setTyped}
      isLoading={search.isLoading}
      problem={search.isPartial ? t('palette.failed') : undefined}
      recentIds={recent.map(({ id }) => id)}
      onUse={({ id, label, href, target }) => {
        if (href && !target) keepRecent(person.userId, { id, label, href });
      }}
    />
  );
}
