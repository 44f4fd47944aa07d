import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { currencyDigits, formatMoney } from '#base/shared/money.ts';
import { formatNumberInput, parseNumber } from '#base/shared/parse-number.ts';
import { priceTerms } from '#features/commerce/products/prices/rules.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { AddToCartButton, type AddToCartProps } from '../../components/add-to-cart-button.tsx';
import { termsOf } from '../../prices/rules.ts';
import type { CartItem } from '../../schema.ts';
import { hasQuantity } from '../rules.ts';
import { useChosenCurrency } from './chosen-currency.ts';
import { CurrencySelect } from './currency-select.tsx';

export type OfferOptionsProps = Omit<AddToCartProps, 'item'> & {
  /** One product at each of its prices. */
  offers: readonly CartItem[];
  /** The site's own. */
  currency: string;
  /** How many there are; without it, or null, any number. */
  stock?: number | null | undefined;
};

/** The prices of a product to choose among, an amount where the buyer chooses it, and the button that puts it into the cart. */
export function OfferOptions({ offers, currency: ofSite, stock, ...button }: OfferOptionsProps) {
  const { t } = useTranslation('orders');
  const currencies = [...new Set(offers.map((offer) => offer.currency))];
  const selected = useChosenCurrency(ofSite);
  const currency = currencies.includes(selected) ? selected : (currencies[0] ?? ofSite);
  const shown = offers.filter((offer) => offer.currency === currency);
  const [chosenId, setChosenId] = useState('');
  const chosen = shown.find(({ price }) => price?.id === chosenId) ?? shown[0];
  const [amounts, setAmounts] = useState<Record<string, number | null>>({});
  const [quantity, setQuantity] = useState(1);
  if (!chosen) return null;
  const id = chosen.price?.id ?? '';
  const amount = amounts[id] === undefined ? chosen.amount : amounts[id];
  return (
    <div className="grid gap-4">
      <CurrencySelect currencies={currencies} value={currency} />
      {shown.length > 1 ? <OfferList key={currency} offers={shown} onChoose={setChosenId} /> : null}
      {chosen.price?.minimum_amount == null ? null : (
        <AmountField key={id} offer={chosen} onChange={(next) => setAmounts({ ...amounts, [id]: next })} />
      )}
      {hasQuantity(chosen) ? <QuantityField max={Math.min(99, stock ?? 99)} onChange={setQuantity} /> : null}
      {amount === null ? (
        <button type="button" className="btn btn-lg btn-primary" disabled>
          {t('cart.add')}
        </button>
      ) : (
        <div>
          <AddToCartButton item={{ ...chosen, amount, quantity }} {...button} />
        </div>
      )}
    </div>
  );
}

type ListProps = { offers: readonly CartItem[]; onChoose: (id: string) => void };

function OfferList({ offers, onChoose }: ListProps) {
  const { t } = useTranslation('orders');
  const name = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  // It may have been chosen before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const checked = list.current?.querySelector<HTMLInputElement>('input:checked');
    if (checked) onChoose(checked.value);
  }, []);
  return (
    <fieldset ref={list} className="grid gap-2">
      <legend className="field-label mb-2">{t('options.choose')}</legend>
      {offers.map((offer, at) => (
        <Offer key={offer.price?.id} name={name} offer={offer} isFirst={at === 0} onChoose={onChoose} />
      ))}
    </fieldset>
  );
}

type OfferProps = { name: string; offer: CartItem; isFirst: boolean; onChoose: (id: string) => void };

function Offer({ name, offer, isFirst, onChoose }: OfferProps) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const { id = '', label = '' } = offer.price ?? {};
  return (
    <label className="flex items-baseline gap-3 rounded border border-line p-3">
      <input
        type="radio"
        className="flex-none accent-primary"
        name={name}
        value={id}
        defaultChecked={isFirst}
        onChange={() => onChoose(id)}
      />
      <span>
        {label ? (
          <b className="block font-medium">
            <ContentText>{label}</ContentText>
          </b>
        ) : null}
        <span className="text-sm text-ink-2">{priceTerms(termsOf(offer), locale, t)}</span>
      </span>
    </label>
  );
}

/** How many pieces are put into the cart. */
function QuantityField({ max, onChange }: { max: number; onChange: (quantity: number) => void }) {
  const { t } = useTranslation('orders');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const typed = Math.trunc(Number(input.current?.value));
    onChange(Math.min(max, Math.max(1, typed || 1)));
  };
  // It may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(take, []);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('options.quantity')}
      </label>
      <input
        ref={input}
        id={id}
        className="input num"
        type="number"
        min={1}
        max={max}
        defaultValue={1}
        onChange={take}
      />
    </div>
  );
}

/** What the buyer chooses to pay: the suggested amount until they type another. Null is an amount that can't be paid. */
function AmountField({ offer, onChange }: { offer: CartItem; onChange: (amount: number | null) => void }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const id = useId();
  const { currency } = offer;
  const digits = currencyDigits(currency);
  const minimum = offer.price?.minimum_amount ?? 0;
  const input = useRef<HTMLInputElement>(null);
  const [isInvalid, setInvalid] = useState(false);
  const take = () => {
    const parsed = parseNumber(input.current?.value ?? '', locale, digits);
    const isPayable = parsed.kind === 'number' && parsed.scaled >= minimum && parsed.scaled <= MAX_AMOUNT;
    setInvalid(!isPayable);
    onChange(isPayable ? parsed.scaled : null);
  };
  // It may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(take, []);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('options.amount')}
      </label>
      <div className="input" data-invalid={isInvalid || undefined}>
        <input
          ref={input}
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          defaultValue={formatNumberInput(offer.amount / 10 ** digits, locale, digits)}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${id}-foot`}
          onChange={take}
        />
        <span aria-hidden="true">{currency}</span>
      </div>
      <p id={`${id}-foot`} className={isInvalid ? 'field-error' : 'help'} aria-live="polite">
        {t('options.amountError', { amount: formatMoney(minimum, currency, locale) })}
      </p>
    </div>
  );
}

/** As the database has it. */
const MAX_AMOUNT = 1e12;
