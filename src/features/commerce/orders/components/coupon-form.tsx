import { Tag } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { cartStore } from './cart-store.ts';
import type { CouponMessage } from './coupon-check.ts';

type OnMessage = (message: CouponMessage | null) => void;
type State = 'editing' | 'applying' | 'invalid';

/**
 * States: editing, applying, invalid (red). An error is shown at the field and passed to `onMessage`; an unknown name is
 * only marked red (specification, sections 5 and 8), with a text for screen readers. `onMessage(null)` clears the
 * previous message.
 */
export function CouponForm({ onMessage, onApplied }: { onMessage: OnMessage; onApplied: () => void }) {
  const { t } = useTranslation('orders');
  const id = useId();
  const { state, errorKey, input, change, apply } = useTypedCoupon(onMessage, onApplied);
  const isInvalid = state === 'invalid';
  return (
    <form className="field" onSubmit={apply} noValidate>
      <label className="field-label" htmlFor={id}>
        {t('cart.coupon')}
      </label>
      <div className="flex gap-2">
        <div className={classNames('input flex-1', isInvalid && 'is-invalid')} data-invalid={isInvalid || undefined}>
          <Tag aria-hidden="true" size={16} />
          <input
            id={id}
            value={input}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
            autoFocus
            aria-invalid={isInvalid || undefined}
            aria-errormessage={isInvalid ? `${id}-error` : undefined}
            onChange={(event) => change(event.target.value)}
          />
        </div>
        <button type="submit" className="btn btn-line" aria-busy={state === 'applying'} disabled={!input.trim()}>
          {state === 'applying' ? <span className="spin" aria-hidden="true" /> : null}
          {t(state === 'applying' ? 'cart.applying' : 'cart.apply')}
        </button>
      </div>
      <p id={`${id}-error`} aria-live="polite" className={errorKey ? 'field-error' : 'vh'}>
        {isInvalid ? t(errorKey ?? 'cart.couponUnknown') : ''}
      </p>
    </form>
  );
}

/** The coupon that is typed, and checking it. */
function useTypedCoupon(onMessage: OnMessage, onApplied: () => void) {
  const site = useSite();
  const [state, setState] = useState<State>('editing');
  const [input, setInput] = useState('');
  const [errorKey, setErrorKey] = useState<string | null>(null);

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (!input.trim() || state === 'applying') return;
    setState('applying');
    onMessage(null);
    try {
      const { checkTypedCoupon } = await import('./coupon-check.ts');
      const { coupon, isValid, message } = await checkTypedCoupon(site, input);
      if (coupon) cartStore.setCoupon(coupon);
      if (isValid) onApplied();
      else {
        setState('invalid');
        setErrorKey(message);
      }
      if (message) onMessage({ key: message, isError: !isValid });
    } catch {
      setState('editing');
      onMessage({ key: 'cart.couponFailed', isError: true });
    }
  }
  function change(text: string) {
    setInput(text);
    setState('editing');
  }
  return { state, errorKey, input, change, apply };
}
