import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { invoiceKey, invoiceQueries, saveNumbering } from '../data.ts';
import { firstNumber, isPrefix } from '../rules.ts';
import type { Numbering } from '../schema.ts';

const MAX_DIGITS = 10;

/** How invoices are numbered from now on. */
export function NumberingPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const numbering = useQuery(invoiceQueries.numbering(db, account_id));
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('numbering.title')}
      footer={
        <>
          <Button onPress={onClose}>{t('numbering.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isDisabled={!numbering.data}>
            {t('numbering.save')}
          </Button>
        </>
      }
    >
      {numbering.isError ? <ErrorState onRetry={() => void numbering.refetch()} /> : null}
      {numbering.isPending ? <SkeletonText lines={4} /> : null}
      {numbering.data ? <NumberingForm id={id} saved={numbering.data} onSaved={onClose} /> : null}
    </SidePanel>
  );
}

function NumberingForm({ id, saved, onSaved }: { id: string; saved: Numbering; onSaved: () => void }) {
  const { t } = useTranslation('invoices');
  const db = useDb();
  const { account_id } = useAccount();
  const invalid = (prefix: string) => (isPrefix(prefix) ? undefined : t('numbering.invalid'));
  const draft = useDraft<Numbering>({
    saved,
    validate: ({ prefix, credit_note_prefix }) => ({
      prefix: invalid(prefix),
      credit_note_prefix: invalid(credit_note_prefix),
    }),
  });
  useUnsavedInPanel(draft.isChanged);
  const { save, problem } = useSave(() => saveNumbering(db, account_id, draft.values), {
    form: draft,
    invalidates: [invoiceKey(account_id)],
    done: t('numbering.saved'),
    onSaved,
  });
  return (
    <Form id={id} label={t('numbering.title')} problem={problem} onSubmit={() => void save()}>
      <p className="help">{t('numbering.text')}</p>
      <TextField label={t('numbering.prefix')} maxLength={20} isOptional {...draft.field('prefix')} />
      <TextField
        label={t('numbering.creditNotePrefix')}
        description={t('numbering.samePrefix')}
        maxLength={20}
        isOptional
        {...draft.field('credit_note_prefix')}
      />
      <Switch {...draft.toggle('has_year')}>{t('numbering.hasYear')}</Switch>
      <NumberField
        label={t('numbering.digits')}
        description={t('numbering.digitsHelp')}
        fallback={1}
        minValue={1}
        maxValue={MAX_DIGITS}
        hasSteps
        {...draft.field('digits')}
      />
      <NumberingExample {...draft.values} />
    </Form>
  );
}

/** The first numbers of a new series, as they would be. */
function NumberingExample(numbering: Numbering) {
  const { t } = useTranslation('invoices');
  const { prefix, credit_note_prefix } = numbering;
  if (!isPrefix(prefix) || !isPrefix(credit_note_prefix)) return null;
  const year = new Date(clockNow()).getUTCFullYear();
  return (
    <p>
      {t('numbering.example', {
        invoice: firstNumber(numbering, prefix, year),
        creditNote: firstNumber(numbering, credit_note_prefix, year),
      })}
    </p>
  );
}
