import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { type SiteNumbers, siteNumbers } from '#features/platform/reports/data.ts';
import { changeOf } from '#features/platform/reports/rules.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Chart } from '#ui/charts/chart.tsx';
import { Stat, Stats } from '#ui/charts/stat.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Amount, Money } from '#ui/display/money.tsx';
import { Skeleton } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { GettingStarted } from './getting-started.tsx';
import { useGreeting } from './greeting.ts';
import { LatestNotifications } from './latest-notifications.tsx';

const spans = { week: 7, month: 30, year: 365 } as const;
type Span = keyof typeof spans;

/** Home of site managers: four numbers, two charts, checklist, notifications. */
export function OwnerHome() {
  const { t } = useTranslation('dashboard');
  const db = useDb();
  const member = useMember();
  const greeting = useGreeting(member.name);
  const [span, setSpan] = useState<Span>('month');
  const numbers = useQuery({
    ...siteNumbers(db, member.account_id, spans[span]),
    placeholderData: keepPreviousData,
  });
  return (
    <main id="content" className="page">
      <PageHeader
        title={greeting}
        sentence={numbers.data ? t('owner.pending', { count: numbers.data.pending }) : undefined}
        actions={
          <Segmented
            label={t('owner.span')}
            value={span}
            onChange={setSpan}
            options={[
              { id: 'week', label: t('owner.week') },
              { id: 'month', label: t('owner.month') },
              { id: 'year', label: t('owner.year') },
            ]}
          />
        }
      />
      {numbers.isError ? (
        <div className="card">
          <ErrorState onRetry={() => void numbers.refetch()} isRetrying={numbers.isFetching} />
        </div>
      ) : null}
      {numbers.isPending ? <NumbersSkeleton /> : null}
      {numbers.data ? <Numbers numbers={numbers.data} span={span} /> : null}
      <div className="mt-8">
        <LatestNotifications />
      </div>
    </main>
  );
}

function Numbers({ numbers, span }: { numbers: SiteNumbers; span: Span }) {
  return (
    <div className="grid gap-4">
      <KeyNumbers numbers={numbers} span={span} />
      <Charts numbers={numbers} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <GettingStarted done={numbers.done} />
        <Courses courses={numbers.courses} />
      </div>
    </div>
  );
}

function KeyNumbers({ numbers, span }: { numbers: SiteNumbers; span: Span }) {
  const { t } = useTranslation('dashboard');
  const { t: tReports } = useTranslation('reports');
  const time = `?period=${{ week: '7d', month: '30d', year: '12m' }[span]}`;
  const noteOf = (numbers: { now: number; past: number }) =>
    changeOf(numbers) === undefined ? undefined : t(`owner.against.${span}`);
  return (
    <Stats>
      <Stat
        label={t('owner.revenue')}
        value={
          <Linked to={paths.manageReport('sales', time)}>
            <Money minor={numbers.revenue.now} currency={numbers.currency} />
          </Linked>
        }
        change={changeOf(numbers.revenue)}
        note={noteOf(numbers.revenue)}
      />
      <Stat
        label={tReports('number.orders')}
        value={
          <Linked to={paths.manageReport('sales', time)}>
            <Amount value={numbers.orders.now} />
          </Linked>
        }
        change={changeOf(numbers.orders)}
        note={noteOf(numbers.orders)}
      />
      <Stat
        label={t('owner.members')}
        value={
          <Linked to={paths.manageReport('members', time)}>
            <Amount value={numbers.members.total} />
          </Linked>
        }
        note={t('owner.newMembers', { count: numbers.members.now })}
      />
      <Stat
        label={t('owner.completions')}
        value={
          <Linked to={paths.manageReport('learning', time)}>
            <Amount value={numbers.completions.now} />
          </Linked>
        }
        change={changeOf(numbers.completions)}
        note={noteOf(numbers.completions)}
      />
      <Stat
        label={tReports('number.visitors')}
        value={
          <Linked to={paths.manageReport('visits', time)}>
            <Amount value={numbers.visitors.now} />
          </Linked>
        }
        change={changeOf(numbers.visitors)}
        note={noteOf(numbers.visitors)}
      />
    </Stats>
  );
}

function Charts({ numbers }: { numbers: SiteNumbers }) {
  const { t } = useTranslation('dashboard');
  const { t: tReports } = useTranslation('reports');
  const { locale } = useLocale();
  const day = dateFormat(
    locale,
    numbers.unit === 'month'
      ? { month: 'short', year: 'numeric', timeZone: 'UTC' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' },
  );
  const labelled = numbers.series.map((slot) => ({ ...slot, label: day.format(new Date(slot.at)) }));
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Card title={t('owner.revenue')}>
        <Chart
          label={t('owner.revenue')}
          points={labelled.map(({ label, revenue, past }) => ({ label, value: revenue, past }))}
          format={(value) => formatMoney(value, numbers.currency, locale)}
          formatAxis={(value) => formatMoney(value, numbers.currency, locale)}
        />
      </Card>
      <div className="grid gap-4">
        <Card title={tReports('number.visitors')}>
          <Chart
            label={tReports('number.visitors')}
            height={20}
            points={labelled.map(({ label, visitors }) => ({ label, value: visitors }))}
          />
        </Card>
        <Card title={t('owner.joined')}>
          <Chart
            label={t('owner.joined')}
            kind="bar"
            height={20}
            points={labelled.map(({ label, members }) => ({ label, value: members }))}
          />
        </Card>
      </div>
    </div>
  );
}

function Courses({ courses }: { courses: SiteNumbers['courses'] }) {
  const { t } = useTranslation('dashboard');
  return (
    <Card
      title={t('owner.courses')}
      actions={<TextLink href={paths.elearning()}>{t('learner.allCourses')}</TextLink>}
      isBare
    >
      {courses.length === 0 ? (
        <EmptyState title={t('owner.noCourses')} drawing="page">
          {t('owner.noCoursesText')}
        </EmptyState>
      ) : (
        <CourseTable courses={courses} />
      )}
    </Card>
  );
}

function Linked({ to, children }: { to: string; children: ReactNode }) {
  return <TextLink href={to}>{children}</TextLink>;
}

function CourseTable({ courses }: { courses: SiteNumbers['courses'] }) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="tbl-wrap">
      <table className="tbl" aria-label={t('owner.courses')}>
        <thead>
          <tr>
            <th scope="col">{t('owner.course')}</th>
            <th scope="col" className="is-end">
              {t('owner.students')}
            </th>
            <th scope="col" className="is-end">
              {t('owner.completed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <tr key={course.id}>
              <td>
                <a className="cell-link" href={paths.course(course.slug)}>
                  <ContentText isApart>{course.title}</ContentText>
                </a>
              </td>
              <td className="is-end num">
                <Amount value={course.students} />
              </td>
              <td className="is-end num">
                {t('percent', { share: course.students > 0 ? course.completed / course.students : 0 })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NumbersSkeleton() {
  const { t } = useTranslation('ui');
  return (
    <div className="grid gap-4 sk-late" role="status" aria-label={t('state.loading')}>
      <Stats>
        {['revenue', 'orders', 'members', 'completions'].map((name) => (
          <div key={name} className="stat grid gap-2">
            <Skeleton width="40%" />
            <Skeleton width="55%" height={6} />
          </div>
        ))}
      </Stats>
      <div className="card card-pad">
        <Skeleton height={52} />
      </div>
    </div>
  );
}
