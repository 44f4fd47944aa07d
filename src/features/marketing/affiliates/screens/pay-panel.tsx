import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { payAffiliate } from '../commissions/data.ts';
import { affiliateKey, type DueRow } from '../data.ts';

/** Marks what is due to an affiliate as paid. */
export function PayPanel({ due, onClose }: { due: DueRow; onClose: () => void }) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const id = useId();
  const draft = useDraft({ saved: { reference: '' } });
  const title = t('payout.payTitle', { amount: formatMoney(due.payable, due.currency, locale), name: due.name });
  const { save, isSaving, problem } = useSave(
    () =>
      payAffiliate(db, {
        affiliate_id: due.affiliate_id,
        currency: due.currency,
        amount: due.payable,
        reference: draft.values.reference.trim(),
      }),
    { form: draft, invalidates: [affiliateKey(account_id)], done: t('payout.done'), onSaved: onClose },
  );
  return (
    <SidePanel
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('payout.pay')}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
        <p>{t('payout.payText')}</p>
        <TextField
          label={t('payout.reference')}
          description={t('payout.referenceHelp')}
          maxLength={200}
          isOptional
          {...draft.field('reference')}
        />
      </Form>
    </SidePanel>
  );
}
