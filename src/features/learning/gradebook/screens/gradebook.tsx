import { useQuery } from '@tanstack/react-query';
import { Download, Settings2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { MovedCourse } from '#features/learning/courses/components/moved-course.tsx';
import { type Course, courseQuery } from '#features/learning/courses/data.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useErrorText } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { useKeyboard } from '#ui/palette/use-keyboard.ts';
import { GradeGrid } from '../components/grade-grid.tsx';
import { GradePanel, type OpenGrade } from '../components/grade-panel.tsx';
import { SetupPanel } from '../components/setup-panel.tsx';
import { useEnterGrade } from '../components/use-enter-grade.ts';
import { useGradeExport } from '../components/use-grade-export.ts';
import { ImportPanel } from '../csv/components/import-panel.tsx';
import { type GradebookFilter, setupQuery } from '../data.ts';
import type { GradebookSetup } from '../schema.ts';

/** `/dashboard/course/:slug/gradebook`: every student's grades of a course, for who grades in it. */
export default function Gradebook() {
  const { slug = '' } = useParams();
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const course = useQuery(courseQuery(db, account_id, slug));
  const setup = useQuery({ ...setupQuery(db, account_id, course.data?.id ?? ''), enabled: Boolean(course.data) });
  useScreenName(t('title'), course.data ? `${t('title')} · ${course.data.title}` : undefined, course.data?.language);
  if (course.data === null) return <MovedCourse slug={slug} addressOf={paths.gradebook} />;
  const failed = [course, setup].find((query) => query.isError);
  return (
    <main id="content" className="page">
      {failed ? (
        <ErrorState onRetry={() => void failed.refetch()} isRetrying={failed.isFetching}>
          {textOf(failed.error)}
        </ErrorState>
      ) : null}
      {!failed && !(course.data && setup.data) ? <SkeletonText lines={8} /> : null}
      {course.data && setup.data ? <Loaded course={course.data} setup={setup.data} /> : null}
    </main>
  );
}

function Loaded({ course, setup }: { course: Course; setup: GradebookSetup }) {
  const { t } = useTranslation('gradebook');
  const [filter, setFilter] = useState<GradebookFilter>({
    search: '',
    sort: 'name',
    isDescending: false,
    withEnded: false,
  });
  const [open, setOpen] = useState<OpenGrade | null>(null);
  const [panel, setPanel] = useState<'setup' | 'import' | null>(null);
  const hasKeyboard = useKeyboard();
  // Not a toast: thirty grades are entered one after the other.
  const [saved, setSaved] = useState(0);
  const enter = useEnterGrade(course.id, () => setSaved(saved + 1));
  return (
    <>
      <PageHeader
        title={t('title')}
        sentence={<ContentText>{course.title}</ContentText>}
        actions={<Actions course={course} setup={setup} filter={filter} onOpen={setPanel} />}
      />
      {setup.items.length === 0 ? (
        <EmptyState drawing="page" title={t('noItems')}>
          {t('noItemsText')}
        </EmptyState>
      ) : (
        <div className="grid gap-4">
          <Filters filter={filter} onChange={setFilter} />
          {hasKeyboard ? <p className="help">{t('keys')}</p> : null}
          <p role="status" className="vh" key={saved}>
            {saved > 0 ? t('saved') : ''}
          </p>
          <GradeGrid
            key={JSON.stringify(filter)}
            courseId={course.id}
            setup={setup}
            filter={filter}
            onEnter={enter}
            onOpen={(row, item) => setOpen({ row, item })}
          />
        </div>
      )}
      {open ? <GradePanel courseId={course.id} open={open} onClose={() => setOpen(null)} /> : null}
      {panel === 'import' ? <ImportPanel courseId={course.id} setup={setup} onClose={() => setPanel(null)} /> : null}
      {panel === 'setup' ? <SetupPanel courseId={course.id} setup={setup} onClose={() => setPanel(null)} /> : null}
    </>
  );
}

type ActionsProps = {
  course: Course;
  setup: GradebookSetup;
  filter: GradebookFilter;
  onOpen: (panel: 'setup' | 'import') => void;
};

function Actions({ course, setup, filter, onOpen }: ActionsProps) {
  const { t } = useTranslation('gradebook');
  const download = useGradeExport(course, setup, filter);
  return (
    <>
      <LinkButton href={paths.editCourse(course.slug)}>{t('toCourse')}</LinkButton>
      <Button icon={Download} isBusy={download.isSaving} onPress={() => void download.save()}>
        {t('export')}
      </Button>
      <Button icon={Upload} onPress={() => onOpen('import')}>
        {t('import.title')}
      </Button>
      <Button variant="primary" icon={Settings2} onPress={() => onOpen('setup')}>
        {t('setup.title')}
      </Button>
    </>
  );
}

const orders = { name: ['name', false], best: ['percent', true], lowest: ['percent', false] } as const;
type Order = keyof typeof orders;

function Filters({ filter, onChange }: { filter: GradebookFilter; onChange: (filter: GradebookFilter) => void }) {
  const { t } = useTranslation('gradebook');
  const order: Order = filter.sort === 'name' ? 'name' : filter.isDescending ? 'best' : 'lowest';
  function sortBy(id: string) {
    const [sort, isDescending] = orders[id as Order];
    onChange({ ...filter, sort, isDescending });
  }
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchField
        label={t('search')}
        className="w-full sm:w-72"
        maxLength={200}
        defaultValue={filter.search}
        onSubmit={(search) => onChange({ ...filter, search })}
        onClear={() => onChange({ ...filter, search: '' })}
      />
      <Select
        label={t('order')}
        className="w-full sm:w-56"
        value={order}
        options={(Object.keys(orders) as Order[]).map((id) => ({ id, label: t(`orders.${id}`) }))}
        onChange={sortBy}
      />
      <Checkbox isSelected={filter.withEnded} onChange={(withEnded) => onChange({ ...filter, withEnded })}>
        {t('withEnded')}
      </Checkbox>
    </div>
  );
}
