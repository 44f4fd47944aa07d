import { Check, Tag } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { cartStore, useCart } from './cart-store.ts';

export type CouponMessage = { key: string; isError: boolean };
type OnMessage = (message: CouponMessage | null) => void;
type State = 'editing' | 'applying' | 'invalid';

/**
 * The coupon field of the cart and the checkout, opened by its button. A valid coupon is stored in the cart, and the field
 * closes.
 */
export function CouponBox({ onMessage }: { onMessage: OnMessage }) {
  const { t } = useTranslation('orders');
  const { coupon } = useCart();
  const [isOpen, setOpen] = useState(false);
  if (coupon) return <AppliedCoupon onRemove={() => cartStore.setCoupon(null)} />;
  if (isOpen) return <CouponForm onMessage={onMessage} onApplied={() => setOpen(false)} />;
  return (
    <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setOpen(true)}>
      <Tag aria-hidden="true" size={16} />
      {t('cart.addCoupon')}
    </button>
  );
}

/**
 * States: editing, applying, invalid (red). An error is shown at the field and passed to `onMessage`; an unknown name is
 * only marked red (specification, sections 5 and 8), with a text for screen readers. `onMessage(null)` clears the
 * previous message.
 */
function CouponForm({ onMessage, onApplied }: { onMessage: OnMessage; onApplied: () => void }) {
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

function AppliedCoupon({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('orders');
  const { coupon } = useCart();
  if (!coupon) return null;
  return (
    <div className="field">
      <span className="field-label">{t('cart.coupon')}</span>
      <div className="flex gap-2">
        <div className="input is-valid flex-1">
          <Tag aria-hidden="true" size={16} className="is-good" />
          <b className="flex-1" dir="ltr">
            {coupon.name}
          </b>
          <Check aria-hidden="true" size={16} className="is-good" />
        </div>
        <button
          type="button"
          className="btn btn-line"
          aria-label={t('cart.removeCoupon', { name: coupon.name })}
          onClick={onRemove}
        >
          {t('cart.remove')}
        </button>
      </div>
    </div>
  );
}
