import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { detailsQuery, groupKeys, type ListedGroup, setLevel } from '../data.ts';
import { notifyLevels } from '../rules.ts';
import { useGroupActions } from './use-group-actions.ts';

/** What a group is, its rules, how much one hears of it, and the way out. */
export function GroupAbout({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const details = useQuery(detailsQuery(db, account_id, group.id));
  if (details.isPending) return <SkeletonList rows={3} />;
  const rules = details.data?.rules;
  return (
    <div className="grid gap-8">
      {group.description ? (
        <p className="whitespace-pre-line" dir="auto">
          {group.description}
        </p>
      ) : null}
      {rules ? (
        <Section title={t('rules')}>
          <p className="whitespace-pre-line" dir="auto">
            {rules}
          </p>
        </Section>
      ) : null}
      {group.role !== null && group.welcome ? (
        <Section title={t('welcome')}>
          <p className="whitespace-pre-line" dir="auto">
            {group.welcome}
          </p>
        </Section>
      ) : null}
      {group.role !== null ? <OwnPart group={group} /> : null}
    </div>
  );
}

function OwnPart({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { leave } = useGroupActions(group.id);
  const { save } = useSave(
    (value: string) => setLevel(db, group.id, notifyLevels.find((level) => level === value) ?? 'mentions'),
    { invalidates: [groupKeys.list(account_id)], done: t('level.saved') },
  );
  return (
    <Section title={t('level.title')}>
      <div className="grid gap-4 justify-items-start">
        <Select
          label={t('level.label')}
          description={t('level.help')}
          value={group.notify_level}
          onChange={(value) => void save(value)}
          options={notifyLevels.map((id) => ({ id, label: t(`level.${id}`) }))}
        />
        <Button isBusy={leave.isSaving} onPress={() => void leave.save()}>
          {t('leave')}
        </Button>
      </div>
    </Section>
  );
}
