import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { PaymentProviders } from '#features/commerce/payments/components/payment-providers.tsx';
import { ShopTabs } from '#features/commerce/products/components/shop-tabs.tsx';
import { currencyOptions } from '#features/commerce/products/rules.ts';
import { readSiteOptions, saveOption } from '#features/platform/options/data.ts';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';

type Values = { currency: string; offline_instructions: string };

/** Currency of the account and instructions for offline payment. */
export default function PaymentSettings() {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { account_id } = useAccount();
  const siteLook = useQuery({
    queryKey: ['options', account_id, 'look'],
    queryFn: () => readSiteOptions(db, account_id),
  });
  return (
    <main id="content" className="page">
      <PageHeader title={t('screenNames.payment')} />
      <ShopTabs />
      {siteLook.isError ? (
        <ErrorState onRetry={() => void siteLook.refetch()} isRetrying={siteLook.isFetching} />
      ) : null}
      {siteLook.isPending ? <SkeletonText lines={5} /> : null}
      {siteLook.data ? (
        <PaymentForm
          saved={{
            currency: siteLook.data.settings.currency,
            offline_instructions: siteLook.data.settings.offline_instructions,
          }}
        />
      ) : null}
      <div className="mt-8">
        <PaymentProviders />
      </div>
    </main>
  );
}

function PaymentForm({ saved }: { saved: Values }) {
  const { t } = useTranslation('orders');
  const db = useDb();
  const { locale } = useSite();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const draft = useDraft<Values>({
    saved,
    labels: { currency: t('payment.currency'), offline_instructions: t('payment.instructions') },
    validate: (values) => ({
      offline_instructions: values.offline_instructions.length <= 2000 ? undefined : t('payment.tooLong'),
    }),
  });
  const {
    save: submit,
    isSaving,
    problem,
  } = useSave(
    async () => {
      // Read again: somebody else may have changed other settings meanwhile.
      const { settings } = await readSiteOptions(db, account_id);
      await saveOption(db, account_id, 'settings', { ...settings, ...draft.values });
      draft.accept();
      await queries.invalidateQueries({ queryKey: ['options', account_id] });
      showToast(t('payment.saved'));
    },
    { form: draft },
  );
  const { onChange, ...currency } = draft.field('currency');
  return (
    <Form label={t('payment.title')} problem={problem} onSubmit={() => void submit()} className="max-w-2xl">
      <Card>
        <div className="grid gap-4">
          <ComboBox
            label={t('payment.currency')}
            description={t('payment.currencyHelp')}
            options={currencyOptions(locale)}
            onChange={(code) => code && onChange(code)}
            {...currency}
          />
          <TextArea
            label={t('payment.instructions')}
            description={t('payment.sentence')}
            rows={6}
            maxLength={2000}
            {...draft.field('offline_instructions')}
          />
        </div>
      </Card>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}
