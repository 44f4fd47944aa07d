import { useQuery } from '@tanstack/react-query';
import { Archive, Plus, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { ListColumn } from '#ui/list/list-column.ts';
import { ListScreen } from '#ui/list/list-screen.tsx';
import { choices, useList } from '#ui/list/use-list.ts';
import { categoriesQuery } from '../categories/data.ts';
import { TeachingTabs } from '../components/teaching-tabs.tsx';
import { type CourseRow, listCourseRows, setCoursesStatus } from '../management/data.ts';

const statuses = ['published', 'draft', 'archived'] as const;

/** All courses of the site, for managers; one's own are in the instructor's list. */
export default function CourseList() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const categories = useQuery(categoriesQuery(db, account_id)).data;
  const columns = useCourseColumns((row) => categories?.find(({ id }) => id === row.category_id)?.name ?? '');
  const list = useList({
    key: ['courses', account_id],
    sort: '-updated_at',
    filters: {
      status: { label: t('list.status'), options: choices(statuses, (id) => t(`status.${id}`)) },
      category: {
        label: t('catalogue.category'),
        options: categories?.map(({ id, name }) => ({ id, label: name })),
      },
    },
    read: ({ status, category, ...request }) =>
      listCourseRows(db, account_id, { ...request, statuses: status, categories: category }),
  });
  const newButton = (
    <LinkButton variant="primary" icon={Plus} href={paths.newCourse()}>
      {t('instructor.new')}
    </LinkButton>
  );
  const statusAction = (status: 'draft' | 'archived') => ({
    run: (ids: string[]) => setCoursesStatus(db, account_id, ids, status),
    done: () => t('editor.saved'),
  });
  return (
    <ListScreen
      list={list}
      title={t('courses:menuEntries.elearning')}
      label={t('catalogue.title')}
      sentence={t('courses:settingTexts.courses')}
      tabs={<TeachingTabs />}
      actions={newButton}
      search={t('catalogue.search')}
      columns={columns}
      exportName="courses"
      rowName={(row) => row.title}
      rowHref={(row) => paths.editCourse(row.slug)}
      bulk={[
        { label: t('publish.unpublish'), icon: Undo2, ...statusAction('draft') },
        { label: t('publish.archive'), icon: Archive, ...statusAction('archived') },
      ]}
      empty={{ title: t('instructor.none'), text: t('instructor.noneText'), action: newButton }}
      noMatch={t('catalogue.none')}
    />
  );
}

function useCourseColumns(categoryOf: (row: CourseRow) => string): ListColumn<CourseRow>[] {
  const { t } = useTranslation('courses');
  return [
    {
      id: 'title',
      label: t('editor.field.title'),
      sort: true,
      phone: 'main',
      isWritten: true,
      cell: (row) => row.title,
    },
    { id: 'slug', label: t('editor.field.slug'), csv: (row) => row.slug },
    { id: 'author', label: t('list.author'), sort: true, phone: 'under', cell: (row) => row.author },
    { id: 'category', label: t('catalogue.category'), sort: true, cell: categoryOf },
    { id: 'access', label: t('editor.entry'), csv: (row) => t(`access.${row.access}`) },
    {
      id: 'lesson_count',
      label: t('editor.curriculum'),
      sort: true,
      phone: 'under',
      cell: (row) => t('lessons', { count: row.lesson_count }),
      csv: false,
    },
    {
      id: 'status',
      label: t('list.status'),
      sort: true,
      phone: 'side',
      cell: (row) =>
        row.status === 'published' ? (
          <StatusDot>{t('status.published')}</StatusDot>
        ) : (
          <Badge>{t(`status.${row.status}`)}</Badge>
        ),
      csv: (row) => t(`status.${row.status}`),
    },
    {
      id: 'updated_at',
      label: t('list.changed'),
      sort: true,
      cell: (row) => <RelativeTime when={row.updated_at} />,
      csv: (row) => row.updated_at,
    },
  ];
}
