import { Archive, Copy, Ellipsis, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { LessonChoice } from '../copying/components/lesson-choice.tsx';
import { copyParts } from '../copying/data.ts';
import { changeLessons, type LessonChange } from '../curriculum/data.ts';
import { movedTo, withoutAll } from '../curriculum/rules.ts';
import type { Course } from '../data.ts';
import type { Curriculum } from './use-curriculum.ts';

type BulkProps = { course: Course; curriculum: Curriculum; onReload: () => void };

/** Several lessons of the outline, chosen and changed together; nothing is dragged meanwhile. */
export function BulkLessons(props: BulkProps) {
  const { t } = useTranslation('courses');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { outline } = props.curriculum;
  return (
    <div className="grid gap-4">
      <BulkActions {...props} chosen={chosen} onDone={() => setChosen(new Set())} />
      <LessonChoice label={t('bulk.choose')} outline={outline} chosen={chosen} onChange={setChosen} />
    </div>
  );
}

type Action = { change: LessonChange } | { copy: true };

/** The writes for chosen lessons: each shows a toast that takes it back. */
function useBulkActions({
  course,
  curriculum,
  onReload,
  chosen,
  onDone,
}: BulkProps & { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const ids = [...chosen];
  const invalidates = [
    ['courses', account_id],
    ['filled', account_id],
  ];
  // A toast outlives this component, which is made anew with the outline.
  const undo = (ids: string[], change: LessonChange) =>
    void changeLessons(db, course.id, ids, change).then(onReload, (error: Error) => showError(error.message));
  const run = useSave(
    async (action: Action) => {
      if (!(await curriculum.settle())) throw new Error(t('editor.state.failed'));
      if ('change' in action) return changeLessons(db, course.id, ids, action.change);
      await copyParts(db, course.id, ids);
      return ids;
    },
    {
      invalidates,
      onSaved: onReload,
      done: (changed, action) => {
        if ('copy' in action) return t('copy.lessonsDone', { count: changed.length });
        const opposite = Object.fromEntries(Object.entries(action.change).map(([name, value]) => [name, !value]));
        return {
          text: t('bulk.changed', { count: changed.length }),
          action:
            changed.length > 0 && !('completion' in action.change)
              ? { label: t('editor.undo'), onAction: () => undo(changed, opposite) }
              : undefined,
        };
      },
    },
  );
  const rearrange = (next: Curriculum['outline'], text: string) => {
    const before = curriculum.outline;
    void curriculum.change(next);
    showToast(text, { action: { label: t('editor.undo'), onAction: () => void curriculum.change(before) } });
    onDone();
  };
  return {
    isSaving: run.isSaving,
    change: (change: LessonChange) => void run.save({ change }),
    copy: () => void run.save({ copy: true }),
    move: (section: string) =>
      rearrange(movedTo(curriculum.outline, chosen, section), t('bulk.moved', { count: chosen.size })),
    archive: () => rearrange(withoutAll(curriculum.outline, chosen), t('bulk.archived', { count: chosen.size })),
  };
}

function BulkActions(props: BulkProps & { chosen: ReadonlySet<string>; onDone: () => void }) {
  const { t } = useTranslation('courses');
  const { course, curriculum, chosen } = props;
  const { isSaving, change, copy, move, archive } = useBulkActions(props);
  const isIdle = chosen.size === 0 || isSaving;
  return (
    <section className="card grid gap-3 p-4" aria-label={t('bulk.actions')}>
      <p className="text-sm font-medium" aria-live="polite">
        {t('bulk.chosen', { count: chosen.size })}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        <Button icon={Eye} isDisabled={isIdle} onPress={() => change({ is_published: true })}>
          {t('bulk.show')}
        </Button>
        <Button icon={EyeOff} isDisabled={isIdle} onPress={() => change({ is_published: false })}>
          {t('bulk.hide')}
        </Button>
        <Button icon={Copy} isDisabled={isIdle} onPress={copy}>
          {t('copy.duplicate')}
        </Button>
        <Button icon={Archive} isDisabled={isIdle} onPress={archive}>
          {t('bulk.archive')}
        </Button>
        <MoreActions isDisabled={isIdle} onChange={change} />
      </div>
      <Select
        // A new key clears the field once lessons were moved.
        key={curriculum.outline.map(({ lessons }) => lessons.length).join()}
        label={t('bulk.move')}
        placeholder={t('bulk.moveChoose')}
        isDisabled={isIdle}
        value={null}
        options={curriculum.outline.map(({ id, title }) => ({ id, label: title, language: course.language }))}
        onChange={move}
      />
    </section>
  );
}

function MoreActions({ isDisabled, onChange }: { isDisabled: boolean; onChange: (change: LessonChange) => void }) {
  const { t } = useTranslation('courses');
  return (
    <MenuButton
      label={t('publish.more')}
      placement="bottom end"
      trigger={<IconButton variant="line" icon={Ellipsis} label={t('publish.more')} isDisabled={isDisabled} />}
      groups={[
        {
          id: 'required',
          items: [
            { id: 'require', label: t('bulk.require'), onAction: () => onChange({ is_required: true }) },
            { id: 'optional', label: t('bulk.optional'), onAction: () => onChange({ is_required: false }) },
          ],
        },
        {
          id: 'completion',
          items: [
            { id: 'viewed', label: t('bulk.completionViewed'), onAction: () => onChange({ completion: 'viewed' }) },
            { id: 'manual', label: t('bulk.completionManual'), onAction: () => onChange({ completion: 'manual' }) },
            { id: 'kind', label: t('bulk.completionOfKind'), onAction: () => onChange({ completion: 'kind' }) },
          ],
        },
        {
          id: 'preview',
          items: [
            { id: 'preview', label: t('bulk.preview'), onAction: () => onChange({ is_preview: true }) },
            { id: 'noPreview', label: t('bulk.noPreview'), onAction: () => onChange({ is_preview: false }) },
          ],
        },
      ]}
    />
  );
}
