import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useOwnOnly } from '../../components/use-authorship.ts';
import type { Course } from '../../data.ts';
import { taughtQuery } from '../../instructors/data.ts';
import { outlineQuery, type SectionWithLessons } from '../../lessons/data.ts';
import { copyParts } from '../data.ts';
import { LessonChoice } from './lesson-choice.tsx';

const OWN_SECTIONS = 'own';

type CopyPartsProps = {
  course: Course;
  outline: readonly SectionWithLessons[];
  /** Saves what is being edited; resolves to whether it is saved. */
  onSettle: () => Promise<boolean>;
  onCopied: () => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Copies lessons of another course of the caller's into this one. */
export function CopyPartsDialog(props: CopyPartsProps) {
  const { t } = useTranslation('courses');
  const { course, outline, isOpen, onOpenChange } = props;
  const db = useDb();
  const { account_id } = useAccount();
  const courses = useQuery({ ...taughtQuery(db, account_id, useOwnOnly()), enabled: isOpen });
  const { source, chosen, section, choose, setChosen, setSection, save, isSaving, problem } = useCopyParts(props);
  return (
    <Dialog
      title={t('copy.fromCourse')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isChanged={chosen.size > 0 && !isSaving}
      footer={
        <Button variant="primary" isBusy={isSaving} isDisabled={chosen.size === 0} onPress={() => void save()}>
          {t('copy.lessons', { count: chosen.size })}
        </Button>
      }
    >
      <div className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <ComboBox
          label={t('copy.source')}
          description={t('copy.sourceHelp')}
          isLoading={courses.isPending}
          menuTrigger="focus"
          options={(courses.data ?? [])
            .filter(({ id }) => id !== course.id)
            .map(({ id, title, language }) => ({ id, label: title, language }))}
          value={source}
          onChange={choose}
        />
        {source ? <SourceLessons courseId={source} chosen={chosen} onChange={setChosen} /> : null}
        <Select
          label={t('copy.into')}
          value={section}
          options={[
            { id: OWN_SECTIONS, label: t('copy.ownSections') },
            ...outline.map(({ id, title }) => ({ id, label: title, language: course.language })),
          ]}
          onChange={setSection}
        />
      </div>
    </Dialog>
  );
}

function useCopyParts({ course, onSettle, onCopied, onOpenChange }: CopyPartsProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [source, setSource] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [section, setSection] = useState(OWN_SECTIONS);
  const { save, isSaving, problem } = useSave(
    async () => {
      if (!(await onSettle())) throw new Error(t('editor.state.failed'));
      return copyParts(db, course.id, [...chosen], { sectionId: section === OWN_SECTIONS ? undefined : section });
    },
    {
      isInForm: true,
      invalidates: [['courses', account_id]],
      onSaved: () => {
        onOpenChange(false);
        onCopied();
      },
      done: t('copy.lessonsDone', { count: chosen.size }),
    },
  );
  const choose = (next: string | null) => {
    setSource(next);
    setChosen(new Set());
  };
  return { source, chosen, section, choose, setChosen, setSection, save, isSaving, problem };
}

function SourceLessons({
  courseId,
  chosen,
  onChange,
}: {
  courseId: string;
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const outline = useQuery(outlineQuery(db, account_id, courseId));
  if (outline.isPending) return <SkeletonList rows={4} />;
  if (outline.isError) return <ErrorState onRetry={() => void outline.refetch()} isRetrying={outline.isFetching} />;
  if (outline.data.every(({ lessons }) => lessons.length === 0)) return <p className="muted">{t('copy.noLessons')}</p>;
  return <LessonChoice label={t('copy.choose')} outline={outline.data} chosen={chosen} onChange={onChange} />;
}
