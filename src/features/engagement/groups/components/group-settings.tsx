import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SourceList } from '../access/components/source-list.tsx';
import { deleteGroup, detailsQuery, type GroupDetails, groupKeys, type ListedGroup, saveGroup } from '../data.ts';
import { GroupFields } from './group-form.tsx';

/** What owners change of a group. */
export function GroupSettings({ group }: { group: ListedGroup }) {
  const db = useDb();
  const { account_id } = useAccount();
  const canDelete = useCan('manage_options');
  const details = useQuery(detailsQuery(db, account_id, group.id));
  if (!details.data) return <SkeletonList rows={5} />;
  return (
    <div className="grid gap-8 max-w-2xl">
      <SettingsForm id={group.id} saved={details.data} />
      <SourceList id={group.id} />
      {canDelete ? <DeleteGroup group={group} /> : null}
    </div>
  );
}

function SettingsForm({ id, saved }: { id: string; saved: GroupDetails }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { title, description, visibility, join_by, rules, welcome } = saved;
  const draft = useDraft({
    saved: { title, description, entry: visibility === 'public' ? ('public' as const) : join_by, rules, welcome },
    validate: (values) => (values.title.trim() ? {} : { title: t('form.titleMissing') }),
  });
  const { save, isSaving, problem } = useSave(() => saveGroup(db, account_id, id, draft.values), {
    form: draft,
    invalidates: [groupKeys.all(account_id)],
    done: t('form.saved'),
    onSaved: () => draft.accept(),
  });
  return (
    <Form label={t('tab.settings')} problem={problem} onSubmit={() => void save()}>
      <GroupFields draft={draft} />
      <div>
        <Button variant="primary" type="submit" isDisabled={!draft.isChanged} isBusy={isSaving}>
          {t('form.save')}
        </Button>
      </div>
    </Form>
  );
}

function DeleteGroup({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { saveOrThrow } = useSave(() => deleteGroup(db, account_id, group.id), {
    invalidates: [groupKeys.all(account_id)],
    done: t('delete.done'),
    onSaved: () => navigate(paths.groups()),
  });
  return (
    <div>
      <Button variant="danger" onPress={() => setOpen(true)}>
        {t('delete.button')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('delete.title', { title: group.title })}
        confirmLabel={t('delete.button')}
        onConfirm={() => saveOrThrow(undefined)}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </div>
  );
}
