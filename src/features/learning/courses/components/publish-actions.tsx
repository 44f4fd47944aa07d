import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, Ellipsis, Eye, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type Course, deleteCourse, setCourseStatus } from '../data.ts';
import { lessonsWithContentQuery, outlineQuery } from '../lessons/data.ts';
import { missingForPublishing } from '../rules.ts';
import { useActivities } from './activities.tsx';

/** Preview, publish, unpublish, archive and delete; lists what is missing before publishing. */
export function PublishActions({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const activities = useActivities();
  const { account_id } = useAccount();
  const [openDialog, setOpenDialog] = useState<'publish' | 'delete' | null>(null);
  const outline = useQuery(outlineQuery(db, account_id, course.id));
  const filled = useQuery(lessonsWithContentQuery(db, account_id, course.id));
  const missing = missingForPublishing(
    course,
    (outline.data ?? []).flatMap((section) =>
      section.lessons.map((lesson) => ({
        is_published: lesson.is_published,
        hasContent: activities[lesson.kind] !== undefined || (filled.data?.has(lesson.id) ?? true),
      })),
    ),
  );
  const isBlocked = missing.some(({ required }) => required);
  const status = useMutation({
    mutationFn: (next: Course['status']) => setCourseStatus(db, account_id, course.id, next),
    onSuccess: async (_, next) => {
      await queries.invalidateQueries({ queryKey: ['courses', account_id] });
      setOpenDialog(null);
      showToast(t(`publish.now.${next}`, { title: course.title }));
    },
    onError: (error) => showError(error.message),
  });
  const remove = useMutation({
    mutationFn: () => deleteCourse(db, account_id, course.id),
    onSuccess: async () => {
      await navigate(paths.instructor());
      await queries.invalidateQueries({ queryKey: ['courses', account_id] });
      showToast(t('publish.deleted', { title: course.title }));
    },
    onError: (error) => showError(error.message),
  });
  const isPublished = course.status === 'published';
  return (
    <>
      <LinkButton icon={Eye} href={paths.player(course.slug)}>
        {t('publish.preview')}
      </LinkButton>
      <MenuButton
        label={t('publish.more')}
        placement="bottom end"
        trigger={<IconButton variant="line" icon={Ellipsis} label={t('publish.more')} />}
        groups={[
          {
            id: 'status',
            items: [
              ...(isPublished
                ? [{ id: 'draft', label: t('publish.unpublish'), icon: Undo2, onAction: () => status.mutate('draft') }]
                : []),
              ...(course.status === 'archived'
                ? []
                : [
                    {
                      id: 'archive',
                      label: t('publish.archive'),
                      icon: Archive,
                      onAction: () => status.mutate('archived'),
                    },
                  ]),
            ],
          },
          {
            id: 'danger',
            items: [
              {
                id: 'delete',
                label: t('publish.delete'),
                icon: Trash2,
                isDanger: true,
                onAction: () => setOpenDialog('delete'),
              },
            ],
          },
        ]}
      />
      {isPublished ? (
        <LinkButton variant="primary" href={paths.course(course.slug)} target="_blank">
          {t('publish.view')}
        </LinkButton>
      ) : (
        <Button
          variant="primary"
          isBusy={status.isPending}
          onPress={() => (missing.length > 0 ? setOpenDialog('publish') : status.mutate('published'))}
        >
          {t('publish.publish')}
        </Button>
      )}
      <Dialog
        title={t(isBlocked ? 'publish.notYet' : 'publish.sure')}
        isOpen={openDialog === 'publish'}
        onOpenChange={(isOpen) => !isOpen && setOpenDialog(null)}
        footer={(close) => (
          <>
            <Button variant={isBlocked ? 'primary' : 'quiet'} onPress={close}>
              {t('publish.back')}
            </Button>
            {isBlocked ? null : (
              <Button variant="primary" isBusy={status.isPending} onPress={() => status.mutate('published')}>
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
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpenDialog(null)}
        title={t('publish.deleteTitle', { title: course.title })}
        confirmLabel={t('publish.delete')}
        isDanger
        onConfirm={() => remove.mutateAsync().catch(() => undefined)}
      >
        {t('publish.deleteText', { count: course.lesson_count })}
      </ConfirmDialog>
    </>
  );
}
