import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Count } from '#ui/display/badge.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { ListedGroup } from '../data.ts';
import { JoinButton } from './join-button.tsx';

/** Groups under a heading, each with what it is and the way in. */
export function GroupRows({ title, groups }: { title: string; groups: readonly ListedGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li key={group.id} className="row flex-wrap justify-between items-start gap-4 border-b border-line pb-4">
            <GroupRow group={group} />
            <JoinButton group={group} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GroupRow({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const canManageSite = useCan('manage_options');
  // Of a private group nobody outside sees more than this row.
  const isOpen = group.role !== null || group.visibility === 'public' || canManageSite;
  return (
    <div className="grid gap-1 min-w-0 flex-1 basis-64">
      <p className="row font-medium">
        {isOpen ? (
          <TextLink href={paths.groupHome(group.slug)}>
            <bdi>{group.title}</bdi>
          </TextLink>
        ) : (
          <bdi>{group.title}</bdi>
        )}
        <Count value={group.unread} label={t('unread', { number: group.unread })} />
      </p>
      {group.description ? (
        <p className="text-ink-2">
          <bdi>{group.description}</bdi>
        </p>
      ) : null}
      <p className="muted row">
        {group.visibility === 'private' ? (
          <>
            <Lock aria-hidden="true" size={16} /> {t('private')} ·{' '}
          </>
        ) : null}
        {t('members', { count: group.member_count })}
      </p>
    </div>
  );
}
