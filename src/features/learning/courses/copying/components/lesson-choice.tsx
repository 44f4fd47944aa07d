import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { LessonIcon } from '../../components/lesson-icon.tsx';
import type { Lesson, SectionWithLessons } from '../../lessons/data.ts';

/** The lessons of an outline to choose several of: each section chooses all of its own. */
export function LessonChoice({
  label,
  outline,
  chosen,
  onChange,
}: {
  label: string;
  outline: readonly SectionWithLessons[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: Set<string>) => void;
}) {
  const { t } = useTranslation('courses');
  const written = useContentAttributes();
  const toggle = (lessons: readonly Lesson[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { id } of lessons) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <ul className="card list" aria-label={label}>
      {outline.map((section) => {
        const count = section.lessons.filter(({ id }) => chosen.has(id)).length;
        return (
          <li key={section.id}>
            <div className="list-row">
              <Checkbox
                isSelected={count > 0 && count === section.lessons.length}
                isIndeterminate={count > 0 && count < section.lessons.length}
                isDisabled={section.lessons.length === 0}
                onChange={(isChosen) => toggle(section.lessons, isChosen)}
              >
                <b className="font-semibold" {...written}>
                  {section.title}
                </b>
              </Checkbox>
            </div>
            <ul aria-label={section.title}>
              {section.lessons.map((lesson) => (
                <li key={lesson.id} className="list-row ps-10">
                  <Checkbox
                    className="min-w-0 flex-1"
                    isSelected={chosen.has(lesson.id)}
                    onChange={(isChosen) => toggle([lesson], isChosen)}
                  >
                    <span {...written}>{lesson.title}</span>
                  </Checkbox>
                  {lesson.is_published ? null : <Badge>{t('editor.hidden')}</Badge>}
                  <LessonIcon kind={lesson.kind} />
                </li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
