import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { methodsQuery } from '#features/commerce/payments/methods/data.ts';
import { type KeepingProvider, methodText } from '#features/commerce/payments/methods/rules.ts';
import type { PaymentMethod } from '#features/commerce/payments/methods/schema.ts';
import { providerFacts } from '#features/commerce/payments/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { type Option, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { subscriptionKey } from '../../data.ts';
import type { Subscription } from '../../schema.ts';
import { changeMethod } from '../data.ts';
import { useSetup } from './use-setup.ts';

type Changed = Pick<Subscription, 'id' | 'title' | 'user_id' | 'payment_methods'>;

/** Another payment method for a subscription: one that is kept already, or a new one on the page of a provider. */
export function MethodDialog({ subscription, onClose }: { subscription: Changed; onClose: () => void }) {
  const db = useDb();
  const { account_id } = useAccount();
  const methods = useQuery(methodsQuery(db, account_id, subscription.user_id ?? ''));
  if (!methods.data) return null;
  return <Choice subscription={subscription} methods={methods.data} onClose={onClose} />;
}

function Choice({
  subscription: { id: subscription_id, title, payment_methods: present },
  methods,
  onClose,
}: {
  subscription: Changed;
  methods: PaymentMethod[];
  onClose: () => void;
}) {
  const { t } = useTranslation('subscriptions');
  const { t: tUi } = useTranslation('ui');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const { offered, begin } = useSetup();
  const draft = useDraft({
    saved: { method: present?.id ?? methods[0]?.id ?? '' },
    validate: ({ method }) => ({ method: method ? undefined : t('methods.choose') }),
  });
  const { method } = draft.values;
  const provider = offered.find((name) => name === method);
  const chosen = methods.find((one) => one.id === method);
  const { save, isSaving, problem } = useSave(
    () => (provider ? begin(provider, subscription_id) : changeMethod(db, subscription_id, method)),
    {
      form: draft,
      invalidates: [subscriptionKey(account_id), ['orders', account_id]],
      done: t('methods.changed', { title, method: chosen ? methodText(chosen) : '' }),
      onSaved: onClose,
    },
  );
  return (
    <Dialog
      isOpen
      title={t('methods.changeTitle', { title })}
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {tUi('dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {provider ? t('methods.continue', { provider: providerFacts[provider]?.name }) : t('methods.use')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('methods.changeText')}</p>
      <Form id={id} label={t('methods.changeTitle', { title })} problem={problem} onSubmit={() => void save()}>
        <RadioGroup
          label={t('methods.method')}
          orientation="vertical"
          options={useMethodOptions(methods, offered)}
          {...draft.field('method')}
        />
      </Form>
    </Dialog>
  );
}

function useMethodOptions(methods: PaymentMethod[], offered: KeepingProvider[]): Option[] {
  const { t } = useTranslation('subscriptions');
  return [
    ...methods.map((one) => ({ id: one.id, label: <bdi>{methodText(one)}</bdi> })),
    ...offered.map((name) => ({
      id: name,
      label: t(newLabels[name]),
      description: t('methods.newHelp', { provider: providerFacts[name]?.name }),
    })),
  ];
}

const newLabels = { stripe: 'methods.newCard', paypal: 'methods.newPaypal' } as const satisfies Record<
  KeepingProvider,
  string
>;
