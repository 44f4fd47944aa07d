import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { enrolPeople } from '../data.ts';
import { MAX_PEOPLE, readEmails } from '../rules.ts';
import type { EnrolOutcome } from '../schema.ts';
import { useEndOfDay } from './use-end-of-day.ts';

const MAX_FILE_BYTES = 200_000;

type EnrolPanelProps = { courseId: string; onClose: () => void; onEnrolled: () => void };

/** Enrols members by their addresses, typed or from a file: first it says what becomes of each, then it does so. */
export function EnrolPanel({ courseId, onClose, onEnrolled }: EnrolPanelProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const endOfDay = useEndOfDay();
  const [outcomes, setOutcomes] = useState<EnrolOutcome[] | null>(null);
  const draft = useEnrolDraft();
  const write = (isTrial: boolean) =>
    enrolPeople(db, courseId, readEmails(draft.values.people).emails, endOfDay(draft.values.until), isTrial);
  const checking = useSave(() => write(true), { form: draft, onSaved: (rows) => setOutcomes(rows) });
  const enrolling = useSave(() => write(false), {
    isInForm: true,
    onSaved: () => {
      onEnrolled();
      onClose();
    },
    done: (rows) => t('roster.enrolled', { count: rows.filter(({ outcome }) => outcome === 'enrolled').length }),
  });
  const count = outcomes?.filter(({ outcome }) => outcome === 'enrolled').length ?? 0;
  return (
    <SidePanel
      title={t('roster.enrol')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        outcomes ? (
          <>
            <Button onPress={() => setOutcomes(null)}>{t('roster.back')}</Button>
            <Button
              variant="primary"
              isDisabled={count === 0}
              isBusy={enrolling.isSaving}
              onPress={() => void enrolling.save()}
            >
              {t('roster.enrolCount', { count })}
            </Button>
          </>
        ) : (
          <Button variant="primary" type="submit" form="enrol" isBusy={checking.isSaving}>
            {t('roster.check')}
          </Button>
        )
      }
    >
      {outcomes ? (
        <Outcomes outcomes={outcomes} problem={enrolling.problem} />
      ) : (
        <EnrolForm draft={draft} problem={checking.problem} onSubmit={() => void checking.save()} />
      )}
    </SidePanel>
  );
}

type EnrolValues = { people: string; until: string | null };

function EnrolForm({
  draft,
  problem,
  onSubmit,
}: {
  draft: Draft<EnrolValues>;
  problem: string | undefined;
  onSubmit: () => void;
}) {
  const { t } = useTranslation('courses');
  const addFile = async ([file]: File[]) => {
    if (file) draft.set('people', [draft.values.people, await file.text()].filter(Boolean).join('\n'));
  };
  return (
    <Form id="enrol" label={t('roster.enrol')} problem={problem} onSubmit={onSubmit}>
      <TextArea
        label={t('roster.people')}
        description={t('roster.peopleHelp')}
        rows={6}
        maxLength={MAX_FILE_BYTES}
        {...draft.field('people')}
      />
      <FileField
        label={t('roster.file')}
        accept={['.csv', '.txt']}
        maxSize={MAX_FILE_BYTES}
        onFiles={(files) => void addFile(files)}
      />
      <DatePicker
        label={t('roster.untilDay')}
        description={t('roster.untilHelp')}
        isOptional
        {...draft.field('until')}
      />
    </Form>
  );
}

function useEnrolDraft() {
  const { t } = useTranslation('courses');
  return useDraft<EnrolValues>({
    saved: { people: '', until: null },
    validate: ({ people }) => {
      const { emails, unread } = readEmails(people);
      const [wrong] = unread;
      if (wrong) return { people: t('roster.unread', { line: wrong.line, text: wrong.text }) };
      if (emails.length > MAX_PEOPLE) return { people: t('roster.tooMany', { max: MAX_PEOPLE }) };
      return emails.length === 0 ? { people: t('roster.missing') } : {};
    },
  });
}

function Outcomes({ outcomes, problem }: { outcomes: readonly EnrolOutcome[]; problem: string | undefined }) {
  const { t } = useTranslation('courses');
  return (
    <div className="grid gap-4" aria-live="polite">
      {problem ? <p className="text-error">{problem}</p> : null}
      <ul className="grid gap-2">
        {outcomes.map(({ email, name, outcome }) => (
          <li key={email} className="flex flex-wrap items-baseline justify-between gap-2">
            <span className="min-w-0 break-words">
              <bdi>{name ?? email}</bdi>
              {name ? (
                <span className="help block">
                  <bdi>{email}</bdi>
                </span>
              ) : null}
            </span>
            <span className={outcome === 'enrolled' ? 'text-success' : 'text-ink-3'}>
              {t(`roster.outcome.${outcome}`)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
