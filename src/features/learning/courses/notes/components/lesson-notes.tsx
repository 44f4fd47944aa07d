import { useQuery } from '@tanstack/react-query';
import { Bookmark, NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import type { Course } from '../../data.ts';
import type { Lesson } from '../../lessons/data.ts';
import { addNote, type LessonNote, notesQuery } from '../data.ts';
import { NoteItem } from './note-item.tsx';
import { playedSecond } from './video-on-page.ts';

type LessonNotesProps = { course: Course; lesson: Lesson; lessons: readonly Lesson[] };

/** What a learner wrote down beside a lesson, and in the others of its course. Nobody else sees it. */
export function LessonNotes({ course, lesson, lessons }: LessonNotesProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const notes = useQuery(notesQuery(db, account_id, member.id, course.id));
  const here = notes.data?.filter(({ lesson_id }) => lesson_id === lesson.id) ?? [];
  const elsewhere = lessons.flatMap((other) => {
    const own = notes.data?.filter(({ lesson_id }) => lesson_id === other.id && other.id !== lesson.id) ?? [];
    return own.length > 0 ? [{ lesson: other, notes: own }] : [];
  });
  return (
    <section aria-label={t('notes.title')} className="grid gap-4 border-t border-line pt-6">
      <h2 className="flex items-center gap-2 font-semibold">
        <NotebookPen aria-hidden="true" className="size-4 text-ink-3" />
        {t('notes.title')}
      </h2>
      {notes.isError ? <ErrorState onRetry={() => void notes.refetch()} isRetrying={notes.isFetching} /> : null}
      <NoteList notes={here} />
      <NoteForm courseId={course.id} lessonId={lesson.id} />
      {elsewhere.length > 0 ? (
        <details>
          <summary className="cursor-pointer py-1 font-medium">{t('notes.elsewhere')}</summary>
          <div className="grid gap-4 pt-3">
            {elsewhere.map((entry) => (
              <div key={entry.lesson.id} className="grid gap-2">
                <TextLink href={paths.player(course.slug, entry.lesson.slug)}>
                  <ContentText isApart>{entry.lesson.title}</ContentText>
                </TextLink>
                <NoteList notes={entry.notes} isElsewhere />
              </div>
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}

function NoteList({ notes, isElsewhere = false }: { notes: readonly LessonNote[]; isElsewhere?: boolean }) {
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {notes.map((note) => (
        <li key={note.id}>
          <NoteItem note={note} isElsewhere={isElsewhere} />
        </li>
      ))}
    </ul>
  );
}

function NoteForm({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const [key, setKey] = useState(0);
  const draft = useDraft({
    saved: { body: '' },
    validate: ({ body }) => ({ body: body.trim() ? undefined : t('notes.missing') }),
    labels: { body: t('notes.new') },
  });
  const add = (body: string) =>
    addNote(db, {
      account_id,
      member_id: member.id,
      course_id: courseId,
      lesson_id: lessonId,
      seconds: playedSecond(),
      body,
    });
  const invalidates = [['lesson-notes', account_id]];
  const writing = useSave(() => add(draft.values.body.trim()), {
    form: draft,
    invalidates,
    onSaved: () => {
      draft.accept({ body: '' });
      draft.set('body', '');
      setKey((count) => count + 1);
    },
  });
  const marking = useSave(() => add(''), { invalidates, done: t('notes.bookmarked') });
  return (
    <Form label={t('notes.new')} problem={writing.problem} onSubmit={() => void writing.save()}>
      <TextArea
        key={key}
        label={t('notes.new')}
        description={t('notes.help')}
        rows={3}
        maxLength={5000}
        {...draft.field('body')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={writing.isSaving}>
          {t('notes.add')}
        </Button>
        <Button variant="quiet" icon={Bookmark} isBusy={marking.isSaving} onPress={() => void marking.save()}>
          {t('notes.bookmark')}
        </Button>
      </div>
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}
