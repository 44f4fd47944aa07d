import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { chooseCurrency } from './chosen-currency.ts';

/** The currencies a shopper chooses among; nothing where there is one. */
export function CurrencySelect({ currencies, value }: { currencies: readonly string[]; value: string }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  // It may have been chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (select.current && select.current.value !== value) chooseCurrency(select.current.value);
  }, []);
  if (currencies.length < 2) return null;
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('options.currency')}
      </label>
      <select
        key={value}
        ref={select}
        id={id}
        className="input"
        defaultValue={value}
        onChange={(event) => chooseCurrency(event.target.value)}
      >
        {currencies.map((code) => (
          // Names differ between the server's list and the browser's.
          <option key={code} value={code} suppressHydrationWarning>
            {`${code}, ${names.of(code) ?? code}`}
          </option>
        ))}
      </select>
    </div>
  );
}
