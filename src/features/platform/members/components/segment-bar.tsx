import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { classNames } from '#ui/layout/class-names.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import {
  isSameFilter,
  type MemberFilter,
  memberListKey,
  removeSegment,
  type Segment,
  saveSegment,
  segmentsQuery,
} from '../directory/data.ts';

const segmentsKey = (account_id: string) => [...memberListKey(account_id), 'segments'];

/** Segments with their current counts, and a form to save the current filter. */
export function SegmentBar({ filter, onChoose }: { filter: MemberFilter; onChoose: (filter: MemberFilter) => void }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const mayManage = useCan('manage_members');
  const segments = useQuery(segmentsQuery(db, account_id)).data ?? [];
  const removing = useSave(({ id }: { id: string; name: string }) => removeSegment(db, account_id, id), {
    invalidates: [segmentsKey(account_id)],
    done: (_, { name }) => t('segment.removed', { name }),
  });
  const isFiltered = Object.keys(filter).length > 0;
  const selected = segments.find((segment) => isSameFilter(segment.filter, filter));
  const saved = selected?.saved;
  if (segments.length === 0 && !(isFiltered && mayManage)) return null;

  return (
    <fieldset className="row flex-wrap" aria-label={t('segment.label')}>
      {segments.map((segment) => (
        <button
          key={segment.saved?.id ?? JSON.stringify(segment.filter)}
          type="button"
          className={classNames('chip', segment === selected && 'is-on')}
          aria-pressed={segment === selected}
          onClick={() => onChoose(segment === selected ? {} : segment.filter)}
        >
          <SegmentName segment={segment} />
          <span className="chip-value num">{t('segment.many', { count: segment.count })}</span>
        </button>
      ))}
      {saved && mayManage ? (
        <IconButton
          size="sm"
          label={t('segment.remove', { name: saved.name })}
          icon={Trash2}
          onPress={() => void removing.save(saved)}
        />
      ) : null}
      <SaveSegment filter={filter} isOffered={isFiltered && !selected && mayManage} />
    </fieldset>
  );
}

function SegmentName({ segment: { saved, filter } }: { segment: Segment }) {
  const { t } = useTranslation('members');
  if (saved) return <ContentText isApart>{saved.name}</ContentText>;
  if (filter.has_parent) return t('list.withParent');
  return `${t('list.joined')}: ${t('list.withinDays', { count: Number(filter.joined_within_days) })}`;
}

/** The button that names the current filter, and its dialog, which closes after the button is gone. */
function SaveSegment({ filter, isOffered }: { filter: MemberFilter; isOffered: boolean }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const [isNaming, setNaming] = useState(false);
  const draft = useDraft({
    saved: { name: '' },
    validate: ({ name }) => ({ name: name.trim() ? undefined : t('segment.nameMissing') }),
  });
  const name = draft.values.name.trim();
  const saving = useSave(() => saveSegment(db, account_id, name, filter), {
    form: draft,
    fields: { [UNIQUE_VIOLATION]: ['name', t('segment.nameTaken')] },
    invalidates: [segmentsKey(account_id)],
    done: t('segment.saved', { name }),
    onSaved: () => setOpen(false),
  });
  function setOpen(isOpen: boolean) {
    setNaming(isOpen);
    draft.discard();
  }
  return (
    <>
      {isOffered ? (
        <Button size="sm" variant="quiet" icon={BookmarkPlus} onPress={() => setNaming(true)}>
          {t('segment.save')}
        </Button>
      ) : null}
      <Dialog
        title={t('segment.save')}
        isOpen={isNaming}
        isChanged={draft.isChanged}
        onOpenChange={setOpen}
        footer={
          <Button variant="primary" type="submit" form="segment" isBusy={saving.isSaving}>
            {t('segment.saveAction')}
          </Button>
        }
      >
        <Form id="segment" label={t('segment.save')} problem={saving.problem} onSubmit={() => void saving.save()}>
          <TextField label={t('segment.name')} {...draft.field('name')} maxLength={60} isRequired autoFocus />
        </Form>
      </Dialog>
    </>
  );
}
