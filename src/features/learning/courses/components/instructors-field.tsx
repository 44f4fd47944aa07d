import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import type { Course } from '../data.ts';
import { instructorsQuery, possibleInstructorsQuery, setInstructors, type Teacher } from '../instructors/data.ts';

/** The invited instructors of a course, for its owner and managers; each change is saved at once. */
export function InstructorsField({ course }: { course: Pick<Course, 'id' | 'author_id'> }) {
  const isManager = useCan('manage_options');
  const { id } = useMember();
  return isManager || course.author_id === id ? <InvitedInstructors courseId={course.id} /> : null;
}

function InvitedInstructors({ courseId }: { courseId: string }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const invited = useQuery(instructorsQuery(db, account_id, courseId));
  const possible = useQuery(possibleInstructorsQuery(db, account_id, courseId));
  const people = invited.data ?? [];
  const candidates = (possible.data ?? []).filter(({ id }) => !people.some((person) => person.id === id));

  const { save, isSaving } = useSave(
    (next: readonly Teacher[]) =>
      setInstructors(
        db,
        courseId,
        next.map(({ id }) => id),
      ),
    {
      onSaved: (_, next) => queries.setQueryData(instructorsQuery(db, account_id, courseId).queryKey, [...next]),
      done: t('editor.saved'),
    },
  );
  return (
    <Section title={t('instructors.title')}>
      <div className="grid gap-4" aria-busy={isSaving}>
        <p className="help">{t('instructors.help')}</p>
        {people.length > 0 ? (
          <ul className="card list" aria-label={t('instructors.title')}>
            {people.map((person) => (
              <li key={person.id} className="list-row">
                <bdi className="min-w-0 flex-1 cut">{person.name}</bdi>
                <IconButton
                  size="sm"
                  icon={X}
                  label={t('instructors.remove', { name: person.name })}
                  isDisabled={isSaving}
                  onPress={() => void save(people.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {candidates.length > 0 ? (
          <Select
            // A new key clears the field: a chosen person is no longer an option.
            key={people.map(({ id }) => id).join()}
            label={t('instructors.add')}
            options={candidates.map(({ id, name }) => ({ id, label: name }))}
            value={null}
            isDisabled={isSaving}
            onChange={(id) => void save([...people, ...candidates.filter((person) => person.id === id)])}
          />
        ) : possible.data && people.length === 0 ? (
          <p className="muted">{t('instructors.nobody')}</p>
        ) : null}
      </div>
    </Section>
  );
}
