import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { createGroup, groupKeys } from '../data.ts';
import { emptyGroup, GroupFields } from './group-form.tsx';

/** Creates a group. Two of the same name get different addresses. */
export function NewGroup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const id = useId();
  const draft = useDraft({
    saved: emptyGroup,
    validate: ({ title }) => (title.trim() ? {} : { title: t('form.titleMissing') }),
  });
  const { save, isSaving, problem } = useSave(() => createGroup(db, account_id, draft.values), {
    form: draft,
    invalidates: [groupKeys.all(account_id)],
    done: t('form.created'),
    onSaved: (slug) => {
      onClose();
      void navigate(paths.groupHome(slug));
    },
  });
  return (
    <SidePanel
      title={t('form.new')}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
          {t('form.create')}
        </Button>
      }
    >
      <Form id={id} label={t('form.new')} problem={problem} onSubmit={() => void save()}>
        <GroupFields draft={draft} />
      </Form>
    </SidePanel>
  );
}
