import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { FieldEditor } from '../components/field-editor.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { fieldsQuery, orderFields, removeField } from '../fields/data.ts';
import type { MemberField } from '../fields/rules.ts';

/** Lists the member fields in their order. */
export default function FieldList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const fields = useQuery(fieldsQuery(db, account_id));
  const [edited, setEdited] = useState<MemberField | 'new'>();
  const [leaving, setLeaving] = useState<MemberField>();
  const list = fields.data ?? [];

  async function remove() {
    if (!leaving) return;
    await removeField(db, account_id, leaving.id);
    showToast(t('fields.removed', { name: leaving.label }));
    await queries.invalidateQueries({ queryKey: ['members', account_id, 'fields'] });
  }
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('fields.title')}
        sentence={t('fields.sentence')}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
            {t('fields.add')}
          </Button>
        }
      />
      <MemberTabs />
      <div className="mt-4 max-w-4xl">
        {fields.isError ? <ErrorState onRetry={() => void fields.refetch()} isRetrying={fields.isFetching} /> : null}
        {fields.isPending ? <SkeletonList rows={3} hasMedia={false} /> : null}
        {fields.data?.length === 0 ? <EmptyState title={t('fields.none')}>{t('fields.noneText')}</EmptyState> : null}
        <FieldRows fields={list} onEdit={setEdited} onRemove={setLeaving} />
      </div>
      {edited ? (
        <FieldEditor
          key={edited === 'new' ? 'new' : edited.id}
          field={edited === 'new' ? null : edited}
          position={Math.min(1_000, (list.at(-1)?.position ?? 0) + 1)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onOpenChange={(isOpen) => !isOpen && setLeaving(undefined)}
        title={t('fields.removeTitle', { name: leaving?.label ?? '' })}
        confirmLabel={t('fields.removeAction')}
        onConfirm={remove}
      >
        {t('fields.removeText')}
      </ConfirmDialog>
    </main>
  );
}

/** The fields, each with its buttons to move, edit and remove. */
function FieldRows({
  fields,
  onEdit,
  onRemove,
}: {
  fields: readonly MemberField[];
  onEdit: (field: MemberField) => void;
  onRemove: (field: MemberField) => void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const { save: move } = useSave(
    ({ index, step }: { index: number; step: -1 | 1 }) => {
      const ids = fields.map(({ id }) => id);
      const [id] = ids.splice(index, 1);
      if (id) ids.splice(index + step, 0, id);
      return orderFields(db, account_id, ids);
    },
    { invalidates: [['members', account_id, 'fields']] },
  );
  const details = (field: MemberField) =>
    [
      t(`fields.types.${field.type}`),
      t(`fields.seenBy.${field.visibility}`),
      ...(field.is_required ? [t('fields.required')] : []),
      ...(field.on_sign_up ? [t('fields.onSignUp')] : []),
    ].join(' · ');
  return (
    <ol className="list">
      {fields.map((field, index) => {
        const name = field.label;
        return (
          <li key={field.id} className="list-row">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <bdi className="cut font-medium">{name}</bdi>
              <span className="help">{details(field)}</span>
            </div>
            <IconButton
              label={t('fields.up', { name })}
              icon={ArrowUp}
              isDisabled={index === 0}
              onPress={() => void move({ index, step: -1 })}
            />
            <IconButton
              label={t('fields.down', { name })}
              icon={ArrowDown}
              isDisabled={index === fields.length - 1}
              onPress={() => void move({ index, step: 1 })}
            />
            <IconButton label={t('fields.edit', { name })} icon={Pencil} onPress={() => onEdit(field)} />
            <IconButton label={t('fields.remove', { name })} icon={Trash2} onPress={() => onRemove(field)} />
          </li>
        );
      })}
    </ol>
  );
}
