import { Check, Tag } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { cartStore, useCart } from './cart-store.ts';

export type CouponMessage = { key: string; isError: boolean };
type State = 'idle' | 'editing' | 'applying' | 'invalid';

/**
 * Where a coupon is typed, in the cart and at the checkout. Idle, editing, applying, invalid (red); a valid one
 * (green) is kept in the cart and the box closes. What is refused stands at the field and in `onMessage`; a name that is
 * unknown is only marked red (specification, sections 5 and 8), and says why to who can't see the colour. null takes the
 * message before away.
 */
export function CouponBox({ onMessage }: { onMessage: (message: CouponMessage | null) => void }) {
  const { t } = useTranslation('orders');
  const site = useSite();
  const { coupon } = useCart();
  const id = useId();
  const [state, setState] = useState<State>('idle');
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);

  async function apply(event: FormEvent) {
    event.preventDefault();
    if (!typed.trim() || state === 'applying') return;
    setState('applying');
    onMessage(null);
    try {
      const { checkTypedCoupon } = await import('./coupon-check.ts');
      const answer = await checkTypedCoupon(site, typed);
      if (answer.coupon) cartStore.setCoupon(answer.coupon);
      setState(answer.isValid ? 'idle' : 'invalid');
      setRefusal(answer.isValid ? null : answer.message);
      if (answer.isValid) setTyped('');
      if (answer.message) onMessage({ key: answer.message, isError: !answer.isValid });
    } catch {
      setState('editing');
      onMessage({ key: 'cart.couponFailed', isError: true });
    }
  }

  if (coupon) return <AppliedCoupon onRemove={() => cartStore.setCoupon(null)} />;
  if (state === 'idle') {
    return (
      <button type="button" className="btn btn-quiet justify-self-start" onClick={() => setState('editing')}>
        <Tag aria-hidden="true" size={16} />
        {t('cart.addCoupon')}
      </button>
    );
  }
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
            value={typed}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            // biome-ignore lint/a11y/noAutofocus: the field appears because its button was pressed
            autoFocus
            aria-invalid={isInvalid || undefined}
            aria-errormessage={isInvalid ? `${id}-error` : undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              setState('editing');
            }}
          />
        </div>
        <button type="submit" className="btn btn-line" aria-busy={state === 'applying'} disabled={!typed.trim()}>
          {state === 'applying' ? <span className="spin" aria-hidden="true" /> : null}
          {t(state === 'applying' ? 'cart.applying' : 'cart.apply')}
        </button>
      </div>
      <p id={`${id}-error`} aria-live="polite" className={refusal ? 'field-error' : 'vh'}>
        {isInvalid ? t(refusal ?? 'cart.couponUnknown') : ''}
      </p>
    </form>
  );
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
