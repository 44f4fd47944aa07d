import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ChartColumn, Copy, Ellipsis, Eye, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useCan } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { CopyCourseDialog } from '../copying/components/copy-course-dialog.tsx';
import { lessonsWithContentQuery } from '../curriculum/data.ts';
import { type Course, deleteCourse, setCourseStatus } from '../data.ts';
import { outlineQuery } from '../lessons/data.ts';
import { missingForPublishing } from '../rules.ts';
import { useActivities } from './activities.tsx';

/** Preview, publish, unpublish, archive and delete; lists what is missing before publishing. */
export function PublishActions({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [openDialog, setOpenDialog] = useState<'publish' | 'copy' | 'delete' | null>(null);
  const missing = useMissingParts(course);
  const status = useSave((next: Course['status']) => setCourseStatus(db, account_id, course.id, next), {
    invalidates: [['courses', account_id]],
    onSaved: () => setOpenDialog(null),
    done: (_, next) => t(`publish.now.${next}`, { title: course.title }),
  });
  const onOpenChange = (isOpen: boolean) => !isOpen && setOpenDialog(null);
  return (
    <>
      <LinkButton icon={Eye} href={paths.player(course.slug)}>
        {t('publish.preview')}
      </LinkButton>
      <CourseMenu
        course={course}
        onStatus={(next) => void status.save(next)}
        onCopy={() => setOpenDialog('copy')}
        onDelete={() => setOpenDialog('delete')}
      />
      {course.status === 'published' ? (
        <LinkButton variant="primary" href={paths.course(course.slug)} target="_blank">
          {t('publish.view')}
        </LinkButton>
      ) : (
        <Button
          variant="primary"
          isBusy={status.isSaving}
          onPress={() => (missing.length > 0 ? setOpenDialog('publish') : void status.save('published'))}
        >
          {t('publish.publish')}
        </Button>
      )}
      <MissingDialog
        missing={missing}
        isOpen={openDialog === 'publish'}
        onOpenChange={onOpenChange}
        isPublishing={status.isSaving}
        onPublish={() => void status.save('published')}
      />
      <CopyCourseDialog course={course} isOpen={openDialog === 'copy'} onOpenChange={onOpenChange} />
      <DeleteDialog course={course} isOpen={openDialog === 'delete'} onOpenChange={onOpenChange} />
    </>
  );
}

/** What the course lacks for being published. */
function useMissingParts(course: Course) {
  const db = useDb();
  const { account_id } = useAccount();
  const activities = useActivities();
  const outline = useQuery(outlineQuery(db, account_id, course.id));
  const filled = useQuery(lessonsWithContentQuery(db, account_id, course.id));
  return missingForPublishing(
    course,
    (outline.data ?? []).flatMap((section) =>
      section.lessons.map((lesson) => ({
        is_published: lesson.is_published,
        hasContent: activities.get(lesson.kind)?.ownContent !== undefined || (filled.data?.has(lesson.id) ?? true),
      })),
    ),
  );
}

function CourseMenu({
  course: { id, status },
  onStatus,
  onCopy,
  onDelete,
}: {
  course: Course;
  onStatus: (next: Course['status']) => void;
  onCopy: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation('courses');
  const seesReports = [useCan('manage_stats'), useCan('manage_options')].includes(true);
  const href = paths.manageReport('learning', `?course=${id}`);
  const report = { id: 'report', label: t('publish.report'), icon: ChartColumn, href };
  const copy = { id: 'copy', label: t('copy.course'), icon: Copy, onAction: onCopy };
  const unpublish = { id: 'draft', label: t('publish.unpublish'), icon: Undo2, onAction: () => onStatus('draft') };
  const archive = { id: 'archive', label: t('publish.archive'), icon: Archive, onAction: () => onStatus('archived') };
  const remove = { id: 'delete', label: t('publish.delete'), icon: Trash2, isDanger: true, onAction: onDelete };
  return (
    <MenuButton
      label={t('publish.more')}
      placement="bottom end"
      trigger={<IconButton variant="line" icon={Ellipsis} label={t('publish.more')} />}
      groups={[
        {
          id: 'status',
          items: [
            ...(seesReports ? [report] : []),
            copy,
            ...(status === 'published' ? [unpublish] : []),
            ...(status === 'archived' ? [] : [archive]),
          ],
        },
        { id: 'danger', items: [remove] },
      ]}
    />
  );
}

type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Lists what is missing; where nothing required is, the course can be published anyway. */
function MissingDialog({
  missing,
  isPublishing,
  onPublish,
  ...state
}: DialogState & {
  missing: ReturnType<typeof missingForPublishing>;
  isPublishing: boolean;
  onPublish: () => void;
}) {
  const { t } = useTranslation('courses');
  const isBlocked = missing.some(({ required }) => required);
  return (
    <Dialog
      title={t(isBlocked ? 'publish.notYet' : 'publish.sure')}
      {...state}
      footer={(close) => (
        <>
          <Button variant={isBlocked ? 'primary' : 'quiet'} onPress={close}>
            {t('publish.back')}
          </Button>
          {isBlocked ? null : (
            <Button variant="primary" isBusy={isPublishing} onPress={onPublish}>
              {t('publish.anyway')}
            </Button>
          )}
        </>
      )}
    >
      <ul className="grid list-disc gap-2 ps-5">
        {missing.map(({ what, required }) => (
          <li key={what} className={required ? 'font-medium' : 'text-ink-2'}>
            {t(`publish.missing.${what}`)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function DeleteDialog({ course, ...state }: DialogState & { course: Course }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const remove = useSave(() => deleteCourse(db, account_id, course.id), {
    onSaved: async () => {
      await navigate(paths.instructor());
      await queries.invalidateQueries({ queryKey: ['courses', account_id] });
    },
    done: t('publish.deleted', { title: course.title }),
  });
  return (
    <ConfirmDialog
      {...state}
      title={t('publish.deleteTitle', { title: course.title })}
      confirmLabel={t('publish.delete')}
      isDanger
      onConfirm={() => remove.saveOrThrow()}
    >
      {t('publish.deleteText', { count: course.lesson_count })}
    </ConfirmDialog>
  );
}
