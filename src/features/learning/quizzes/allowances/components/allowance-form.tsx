import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { EditableQuiz } from '../../data.ts';
import { addAllowance, studentChoicesQuery } from '../data.ts';

type AllowanceFormProps = {
  quiz: Pick<EditableQuiz, 'id' | 'course_id'>;
  /** Who has one already. */
  taken: readonly string[];
};

/** Allows one more student more. */
export function AllowanceForm({ quiz, taken }: AllowanceFormProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const [search, setSearch] = useState('');
  const [memberId, setMemberId] = useState<string | null>(null);
  const [extra_time, setTime] = useState(25);
  const [extra_attempts, setAttempts] = useState(0);
  const { save, isSaving, problem } = useSave(
    (member_id: string) =>
      addAllowance(db, {
        account_id,
        course_id: quiz.course_id,
        quiz_id: quiz.id,
        member_id,
        extra_time,
        extra_attempts,
      }),
    {
      isInForm: true,
      invalidates: [['quizzes', account_id, 'allowances']],
      onSaved: () => {
        setMemberId(null);
        setSearch('');
      },
    },
  );
  return (
    <Form label={t('allowance.add')} problem={problem} onSubmit={() => memberId && void save(memberId)}>
      <div className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <StudentField {...{ quiz, taken, search, memberId }} onSearch={setSearch} onChoose={setMemberId} />
        <NumberField
          label={t('allowance.time')}
          maxValue={300}
          suffix="%"
          fallback={0}
          value={extra_time}
          onChange={setTime}
        />
        <NumberField
          label={t('allowance.attempts')}
          maxValue={100}
          fallback={0}
          value={extra_attempts}
          onChange={setAttempts}
        />
      </div>
      <div>
        <Button type="submit" isBusy={isSaving} isDisabled={memberId === null}>
          {t('allowance.add')}
        </Button>
      </div>
    </Form>
  );
}

type StudentFieldProps = AllowanceFormProps & {
  search: string;
  onSearch: (search: string) => void;
  memberId: string | null;
  onChoose: (memberId: string | null) => void;
};

/** A student of the course, by name. */
function StudentField({ quiz, taken, search, onSearch, memberId, onChoose }: StudentFieldProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const students = useQuery({
    ...studentChoicesQuery(db, account_id, quiz.course_id, useDeferredValue(search.trim())),
    placeholderData: (old) => old,
  });
  return (
    <ComboBox
      label={t('results.student')}
      options={(students.data ?? []).filter(({ id }) => !taken.includes(id))}
      isServerFiltered
      isLoading={students.isFetching}
      inputValue={search}
      onInputChange={onSearch}
      value={memberId}
      onChange={onChoose}
    />
  );
}
