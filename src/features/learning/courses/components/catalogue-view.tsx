import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { EmptyState } from '#ui/display/states.tsx';
import { type CatalogueFilters, COURSES_PER_PAGE, queryOf } from '../catalogue/rules.ts';
import type { Category } from '../categories/data.ts';
import type { CourseCard, Instructor } from '../data.ts';
import { CataloguePages } from './catalogue-pages.tsx';
import { CourseTile } from './course-tile.tsx';

export type CatalogueData = {
  filters: CatalogueFilters;
  categories: Category[];
  courses: CourseCard[];
  total: number;
  instructors: Pick<Instructor, 'id' | 'name'>[];
};

/** The matching courses and the pagination. */
export function CatalogueList({ data }: { data: CatalogueData }) {
  const { t } = useTranslation('courses');
  const { filters, total } = data;
  const pages = Math.max(1, Math.ceil(total / COURSES_PER_PAGE));
  const names = new Map(data.instructors.map(({ id, name }) => [id, name]));
  if (data.courses.length === 0) {
    return (
      <EmptyState
        title={t('catalogue.none')}
        drawing="search"
        actions={
          <a className={buttonClass({ variant: 'primary' })} href={paths.courses()}>
            {t('catalogue.showAll')}
          </a>
        }
      >
        {t('catalogue.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-6 text-sm text-ink-3">{t('catalogue.count', { count: total })}</p>
      <div className="tiles">
        {data.courses.map((course, index) => (
          <CourseTile
            key={course.id}
            course={course}
            instructor={names.get(course.author_id ?? '')}
            isFirst={index < 3}
          />
        ))}
      </div>
      <CataloguePages page={filters.page} pages={pages} hrefOf={(page) => paths.courses(queryOf(filters, page))} />
    </>
  );
}
