import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { localDayIn, momentOfDay } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { rosterKey } from '../../roster/data.ts';
import { cohortsKey, deleteCohort, saveCohort } from '../data.ts';
import { type Cohort, MAX_SEATS } from '../schema.ts';

type FormProps = { courseId: string; cohort: Cohort | null; onBack: () => void; onClose: () => void };
type Values = {
  name: string;
  starts: string | null;
  ends: string | null;
  opens: string | null;
  closes: string | null;
  seats: number | null;
};

/** A cohort: its days are days of the site, the last one included. */
export function CohortForm({ courseId, cohort, onBack, onClose }: FormProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const formId = useId();
  const { draft, values } = useCohortDraft(cohort);
  const after = {
    invalidates: [cohortsKey(account_id, courseId), rosterKey(account_id, courseId)],
    onSaved: onBack,
  };
  const { save, isSaving, problem } = useSave(
    () => saveCohort(db, account_id, courseId, cohort?.id ?? null, values()),
    {
      ...after,
      form: draft,
      done: t('cohorts.saved'),
    },
  );
  const removal = useSave(() => deleteCohort(db, account_id, cohort?.id ?? ''), {
    ...after,
    done: t('cohorts.removed'),
  });
  return (
    <SidePanel
      title={t(cohort ? 'cohorts.edit' : 'cohorts.add')}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {cohort ? (
            <Button variant="danger" isBusy={removal.isSaving} onPress={() => void removal.save()}>
              {t('cohorts.remove')}
            </Button>
          ) : null}
          <Button onPress={onBack}>{t('cohorts.back')}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
            {t('cohorts.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} label={t('cohorts.title')} problem={problem} onSubmit={() => void save()}>
        <CohortFields draft={draft} />
        {cohort ? <p className="help">{t('cohorts.removeHelp')}</p> : null}
      </Form>
    </SidePanel>
  );
}

function useCohortDraft(cohort: Cohort | null) {
  const { t } = useTranslation('courses');
  const { zone } = useSiteZone();
  const draft = useDraft<Values>({
    saved: {
      name: cohort?.name ?? '',
      starts: localDayIn(zone, cohort?.starts_at ?? null),
      ends: localDayIn(zone, cohort?.ends_at ?? null),
      opens: localDayIn(zone, cohort?.opens_at ?? null),
      closes: localDayIn(zone, cohort?.closes_at ?? null),
      seats: cohort?.seats ?? null,
    },
    validate: ({ name, starts, ends, opens, closes }) => ({
      name: name.trim() ? undefined : t('cohorts.nameMissing'),
      starts: starts ? undefined : t('cohorts.startMissing'),
      ends: starts && ends && ends < starts ? t('cohorts.endsEarly') : undefined,
      closes: opens && closes && closes < opens ? t('cohorts.closesEarly') : undefined,
    }),
  });
  const { name, starts, ends, opens, closes, seats } = draft.values;
  const values = () => ({
    name: name.trim(),
    starts_at: momentOfDay(zone, starts, false) ?? '',
    ends_at: momentOfDay(zone, ends, true),
    opens_at: momentOfDay(zone, opens, false),
    closes_at: momentOfDay(zone, closes, true),
    seats,
  });
  return { draft, values };
}

function CohortFields({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('courses');
  return (
    <>
      <TextField label={t('cohorts.name')} maxLength={80} isRequired dir="auto" {...draft.field('name')} />
      <DatePicker label={t('cohorts.start')} isRequired {...draft.field('starts')} />
      <DatePicker label={t('cohorts.end')} description={t('cohorts.endHelp')} isOptional {...draft.field('ends')} />
      <NumberField
        label={t('cohorts.seats')}
        description={t('cohorts.seatsHelp')}
        isOptional
        minValue={1}
        maxValue={MAX_SEATS}
        {...draft.field('seats')}
      />
      <DatePicker label={t('cohorts.opens')} isOptional {...draft.field('opens')} />
      <DatePicker
        label={t('cohorts.closes')}
        description={t('cohorts.closesHelp')}
        isOptional
        {...draft.field('closes')}
      />
    </>
  );
}
