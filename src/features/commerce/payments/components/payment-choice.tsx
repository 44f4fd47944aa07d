import { useTranslation } from 'react-i18next';
import type { PaymentOption } from '../data.ts';
import { optionsFor, providerFacts } from '../rules.ts';

/** How a buyer wants to pay, as a field of the form around it: the first way is chosen. */
type PaymentChoiceProps = {
  options: readonly PaymentOption[];
  /** Of the cart; null while it is read. */
  currency: string | null;
  /** What bank transfer is called. */
  offline: string;
};

export function PaymentChoice({ options, currency, offline }: PaymentChoiceProps) {
  const { t } = useTranslation('payments');
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t('pay.choose')}</legend>
      {(currency ? optionsFor(options, currency) : []).map(({ provider, is_test }, at) => (
        <label key={provider} className="flex gap-3 rounded-(--radius-box) border border-(--line-2) p-4">
          <input type="radio" name="provider" value={provider} defaultChecked={at === 0} className="mt-1 flex-none" />
          <span>
            <b className="font-medium">
              {provider === 'offline' ? offline : t('pay.with', { provider: providerFacts[provider]?.name })}
            </b>
            {provider === 'offline' ? null : <span className="help block">{t('pay.online')}</span>}
            {is_test ? <span className="help block">{t('pay.test')}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
