import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether a buyer is new here or has an account: two radio buttons that look like the UI kit's segmented control. */
export function AccountChoice({
  hasAccount,
  onChange,
}: {
  hasAccount: boolean;
  onChange: (hasAccount: boolean) => void;
}) {
  const { t } = useTranslation('orders');
  const existing = useRef<HTMLInputElement>(null);
  // It may have been chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    if (existing.current?.checked && !hasAccount) onChange(true);
  }, []);
  const option = (label: string, value: boolean) => (
    <label data-selected={hasAccount === value || undefined}>
      <input
        ref={value ? existing : undefined}
        type="radio"
        name="has-account"
        className="sr-only"
        defaultChecked={hasAccount === value}
        onChange={() => onChange(value)}
      />
      {label}
    </label>
  );
  return (
    <div className="seg relative" role="radiogroup" aria-label={t('checkout.who')}>
      {option(t('checkout.newHere'), false)}
      {option(t('checkout.known'), true)}
    </div>
  );
}
