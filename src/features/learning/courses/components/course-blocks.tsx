import { ChevronDown, PlayCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  type Background,
  BlockHead,
  ItemHeading,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentText, UiText } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import type { Course, CourseCard, Instructor } from '../data.ts';
import type { SectionWithLessons } from '../lessons/data.ts';

export type ListedCourse = Pick<
  CourseCard,
  'id' | 'title' | 'slug' | 'summary' | 'language' | 'featured_image' | 'lesson_count'
> & { course_categories: { name: string } | null };

/** Courses of the catalogue: the first one large, or all alike. */
export function CourseGrid(props: {
  title: string;
  text: string;
  link: string;
  layout: 'first' | 'grid';
  ground: Background;
  courses: ListedCourse[];
  isFirst: boolean;
}) {
  const { t } = useTranslation('blocks');
  const hasLead = props.layout === 'first' && props.courses.length > 2;
  return (
    <PageSection background={props.ground}>
      <BlockHead title={props.title} text={props.text} isFirst={props.isFirst}>
        {props.link ? (
          <a className="link" href={paths.courses()}>
            {props.link}
          </a>
        ) : null}
      </BlockHead>
      <div className={hasLead ? 'courses-led' : 'tiles'}>
        {props.courses.map((course, index) => (
          <a key={course.id} className="tile" href={paths.course(course.slug)}>
            <CourseCover course={course} />
            <span className="tile-text">
              {course.course_categories ? (
                <span className="quiet">
                  <ContentText isApart language={course.language}>
                    {course.course_categories.name}
                  </ContentText>
                </span>
              ) : null}
              <span className={`hd ${hasLead && index === 0 ? 'd-32' : 'd-20'}`}>
                <ContentText language={course.language}>{course.title}</ContentText>
              </span>
              {hasLead && index > 0 ? null : (
                <span className="muted">
                  <ContentText isApart language={course.language}>
                    {course.summary}
                  </ContentText>
                </span>
              )}
              <span className="quiet">
                <UiText>{t('blocks.CourseGrid.lessons', { count: course.lesson_count })}</UiText>
              </span>
            </span>
          </a>
        ))}
      </div>
    </PageSection>
  );
}

function CourseCover({ course }: { course: Pick<CourseCard, 'featured_image'> }) {
  if (!course.featured_image) return <span className="cover course-cover" />;
  return (
    <Picture
      className="cover course-cover"
      picture={{ ...course.featured_image, src: course.featured_image.image, alt: '' }}
      sizes="(min-width: 64rem) 24rem, 100vw"
    />
  );
}

/** One course, large: summary, outcomes and a link to it. */
export function CourseLead(props: {
  course: Course | null;
  eyebrow: string;
  label: string;
  ground: Background;
  isFirst: boolean;
}) {
  const { course } = props;
  if (!course) return null;
  const Level = props.isFirst ? 'h1' : 'h2';
  return (
    <PageSection background={props.ground} className="course-lead">
      <CourseCover course={course} />
      <div className="quote-words">
        {props.eyebrow ? <p className="quote-eyebrow">{props.eyebrow}</p> : null}
        <Level className="hd d-48">
          <ContentText language={course.language}>{course.title}</ContentText>
        </Level>
        <p className="lead">
          <ContentText language={course.language}>{course.summary}</ContentText>
        </p>
        {course.outcomes.length > 0 ? (
          <ul className="ticks">
            {course.outcomes.slice(0, 6).map((outcome) => (
              <li key={outcome}>
                <ContentText language={course.language}>{outcome}</ContentText>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="block-buttons">
          <a className={buttonClass({ variant: 'primary', size: 'xl' })} href={paths.course(course.slug)}>
            {props.label || <ContentText language={course.language}>{course.title}</ContentText>}
          </a>
        </p>
      </div>
    </PageSection>
  );
}

/** The sections of a course with their lessons; free previews are links. */
export function CourseOutline(props: {
  title: string;
  course: { slug: string; title: string; language: string } | null;
  sections: SectionWithLessons[];
  ground: Background;
  isFirst: boolean;
}) {
  const { t } = useTranslation('blocks');
  const { course } = props;
  const sections = props.sections.filter(({ lessons }) => lessons.length > 0);
  return (
    <PageSection background={props.ground}>
      <BlockHead title={props.title || (course?.title ?? '')} isFirst={props.isFirst} />
      {course && sections.length > 0 ? (
        <div className="course-outline">
          {sections.map((section, index) => (
            <details key={section.id} open={index === 0}>
              <summary>
                <span className="hd d-20">
                  <ContentText language={course.language}>{section.title}</ContentText>
                </span>
                <span className="quiet">
                  <UiText>{t('blocks.CourseGrid.lessons', { count: section.lessons.length })}</UiText>
                </span>
                <ChevronDown aria-hidden="true" size={20} />
              </summary>
              <ol>
                {section.lessons.map((lesson) => (
                  <li key={lesson.id}>
                    {lesson.is_preview ? (
                      <a className="link" href={paths.previewLesson(course.slug, lesson.slug)}>
                        <PlayCircle aria-hidden="true" size={18} />
                        <ContentText language={course.language}>{lesson.title}</ContentText>
                      </a>
                    ) : (
                      <ContentText language={course.language}>{lesson.title}</ContentText>
                    )}
                  </li>
                ))}
              </ol>
            </details>
          ))}
        </div>
      ) : null}
    </PageSection>
  );
}

/** The instructors of the published courses. */
export function InstructorList(props: {
  title: string;
  text: string;
  people: Instructor[];
  ground: Background;
  isFirst: boolean;
}) {
  return (
    <PageSection background={props.ground}>
      <BlockHead title={props.title} text={props.text} isFirst={props.isFirst} />
      <ul className="team team-rows">
        {props.people.map((person) => (
          <li key={person.id}>
            {person.avatar ? (
              <Picture
                className="cover"
                picture={{ src: person.avatar, alt: '' }}
                box={{ width: 320, height: 320 }}
                sizes="20rem"
              />
            ) : (
              <span className="cover team-mark hd" aria-hidden="true">
                {[...person.name][0]}
              </span>
            )}
            <div>
              <ItemHeading under={props.title} isFirst={props.isFirst} className="hd d-20">
                <a href={paths.memberCard(person.slug)}>{person.name}</a>
              </ItemHeading>
              <p className="muted">{person.bio}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
