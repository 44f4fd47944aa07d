type Parts<Lesson extends { id: string }> = { id: string; lessons: Lesson[] };

/** An outline with one lesson replaced. */
export function withLesson<Lesson extends { id: string }, Section extends Parts<Lesson>>(
  outline: readonly Section[],
  lesson: Lesson,
): Section[] {
  return outline.map((section) => ({
    ...section,
    lessons: section.lessons.map((existing) => (existing.id === lesson.id ? lesson : existing)),
  }));
}

/** An outline without a section or a lesson. */
export function without<Lesson extends { id: string }, Section extends Parts<Lesson>>(
  outline: readonly Section[],
  id: string,
): Section[] {
  return outline
    .filter((section) => section.id !== id)
    .map((section) => ({ ...section, lessons: section.lessons.filter((lesson) => lesson.id !== id) }));
}

/** An outline without several lessons. */
export function withoutAll<Lesson extends { id: string }, Section extends Parts<Lesson>>(
  outline: readonly Section[],
  ids: ReadonlySet<string>,
): Section[] {
  return outline.map((section) => ({ ...section, lessons: section.lessons.filter(({ id }) => !ids.has(id)) }));
}

/** An outline with several lessons, in their order, at the end of a section. */
export function movedTo<
  Lesson extends { id: string; section_id: string; position: number },
  Section extends Parts<Lesson>,
>(outline: readonly Section[], ids: ReadonlySet<string>, sectionId: string): Section[] {
  const moved = outline.flatMap(({ lessons }) => lessons.filter(({ id }) => ids.has(id)));
  return withoutAll<Lesson, Section>(outline, ids).map((section) => {
    if (section.id !== sectionId) return section;
    const lessons = [...section.lessons, ...moved].map((lesson, at) => ({
      ...lesson,
      section_id: sectionId,
      position: at + 1,
    }));
    return { ...section, lessons };
  });
}
