import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import type { TreeItem } from '#ui/sorting/reorder.ts';
import { SortableTree } from '#ui/sorting/sortable-tree.tsx';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import { clock } from '../lessons/rules.ts';
import { useActivities } from './activities.tsx';
import { durationText } from './duration-text.ts';
import { LessonIcon, LessonKindName } from './lesson-icon.tsx';

type Part = { section: SectionWithLessons } | { lesson: Lesson };

function treeOf(outline: readonly SectionWithLessons[]): TreeItem<Part>[] {
  return outline.map((section) => ({
    id: section.id,
    value: { section },
    children: section.lessons.map((lesson) => ({ id: lesson.id, value: { lesson }, children: [] })),
  }));
}

function outlineFrom(items: readonly TreeItem<Part>[]): SectionWithLessons[] {
  return items.flatMap((item, index) => {
    if (!('section' in item.value)) return [];
    const lessons = item.children.flatMap((child, lessonIndex) =>
      'lesson' in child.value ? [{ ...child.value.lesson, section_id: item.id, position: lessonIndex + 1 }] : [],
    );
    return [{ ...item.value.section, position: index + 1, lessons }];
  });
}

const nameOf = (part: Part) => ('section' in part ? part.section.title : part.lesson.title);

/** The sortable curriculum, by mouse or keyboard; selecting a lesson opens it. */
export function CurriculumTree({
  outline,
  filled,
  selectedId,
  onChange,
  onOpen,
  onAddSection,
  onAddLesson,
}: {
  outline: readonly SectionWithLessons[];
  /** The ids of lessons that have content. */
  filled: ReadonlySet<string>;
  selectedId: string | undefined;
  onChange: (outline: SectionWithLessons[]) => void;
  onOpen: (id: string) => void;
  onAddSection: () => void;
  onAddLesson: (sectionId: string) => void;
}) {
  const { t } = useTranslation('courses');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const activities = useActivities();
  const items = treeOf(outline);
  const expanded = new Set(outline.map(({ id }) => id).filter((id) => !closed.has(id)));
  return (
    <SortableTree
      label={t('editor.curriculum')}
      items={items}
      itemName={(item) => nameOf(item.value)}
      maxDepth={2}
      canHold={(parent, child) =>
        'section' in child.value ? parent === undefined : parent !== undefined && 'section' in parent.value
      }
      onMove={(next) => onChange(outlineFrom(next))}
      expandedIds={expanded}
      onExpand={(open) => setClosed(new Set(outline.map(({ id }) => id).filter((id) => !open.has(id))))}
      selectedId={selectedId}
      onOpen={onOpen}
      empty={<NoSections onAdd={onAddSection} />}
    >
      {(item) =>
        'section' in item.value ? (
          <SectionRow section={item.value.section} onAdd={() => onAddLesson(item.id)} />
        ) : (
          <LessonRow
            lesson={item.value.lesson}
            isEmpty={!filled.has(item.id) && !activities.get(item.value.lesson.kind)?.ownContent}
          />
        )
      }
    </SortableTree>
  );
}

function NoSections({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('courses');
  return (
    <EmptyState
      title={t('editor.noSections')}
      drawing="page"
      actions={
        <Button variant="primary" icon={Plus} onPress={onAdd}>
          {t('editor.addSection')}
        </Button>
      }
    >
      {t('editor.noSectionsText')}
    </EmptyState>
  );
}

function SectionRow({ section, onAdd }: { section: SectionWithLessons; onAdd: () => void }) {
  const { t, i18n } = useTranslation('courses');
  const written = useContentAttributes();
  const seconds = section.lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
  return (
    <>
      <b className="cut min-w-0 flex-1 font-semibold" {...written} title={section.title}>
        {section.title}
      </b>
      <span className="hidden flex-none text-xs text-ink-3 sm:inline">
        {commaList(
          [t('lessons', { count: section.lessons.length }), seconds > 0 ? durationText(t, seconds) : ''],
          i18n.language,
        )}
      </span>
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        aria-label={t('editor.addLessonTo', { title: section.title })}
        onPress={onAdd}
      >
        {t('editor.addLesson')}
      </Button>
    </>
  );
}

function LessonRow({ lesson, isEmpty }: { lesson: Lesson; isEmpty: boolean }) {
  const { t } = useTranslation('courses');
  const written = useContentAttributes();
  return (
    <>
      <LessonIcon kind={lesson.kind} />
      <span className="cut min-w-0 flex-1" {...written} title={lesson.title}>
        {lesson.title}
      </span>
      <LessonKindName kind={lesson.kind} />
      {lesson.is_preview ? <Badge tone="info">{t('editor.freePreview')}</Badge> : null}
      {lesson.is_published ? null : <Badge>{t('editor.hidden')}</Badge>}
      {isEmpty ? <Badge tone="warning">{t('editor.empty')}</Badge> : null}
      <span className="w-12 flex-none text-end text-xs text-ink-3">
        {lesson.duration_seconds > 0 ? clock(lesson.duration_seconds) : ''}
      </span>
    </>
  );
}
