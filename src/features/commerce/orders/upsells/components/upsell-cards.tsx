import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { formatMoney } from '#base/shared/money.ts';
import { priceNote } from '#features/commerce/products/prices/rules.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { ItemPicture } from '../../components/item-picture.tsx';
import { termsOf } from '../../prices/rules.ts';
import type { CartItem } from '../../schema.ts';
import { atOfferedPrice, type UpsellOffer } from '../rules.ts';

type UpsellCardsProps = {
  offers: readonly UpsellOffer[];
  /** What takes the offered item. */
  action: (item: CartItem) => ReactNode;
};

/** Each offered product with its headline and what it costs here. */
export function UpsellCards({ offers, action }: UpsellCardsProps) {
  const { t } = useTranslation('orders');
  return (
    <section aria-label={t('upsells.title')} className="grid gap-3">
      {offers.map((offer) => (
        <UpsellCard key={offer.upsell.id} {...offer} action={action} />
      ))}
    </section>
  );
}

type UpsellCardProps = UpsellOffer & Pick<UpsellCardsProps, 'action'>;

function UpsellCard({ upsell, item, action }: UpsellCardProps) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const reduced = atOfferedPrice(item, [upsell]);
  return (
    <article className="grid gap-3 rounded-(--radius-box) border border-dashed border-(--line-2) bg-base-100 p-4">
      <div className="flex gap-4">
        <ItemPicture image={item.image} />
        <div className="grid min-w-0 flex-1 gap-1">
          <h3 className="font-semibold">
            <ContentText isApart>{upsell.headline}</ContentText>
          </h3>
          <p className="help">
            <ContentText isApart>{item.title}</ContentText>
          </p>
          {upsell.description ? (
            <p>
              <ContentText isApart>{upsell.description}</ContentText>
            </p>
          ) : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num flex flex-wrap items-baseline gap-2">
          <b>{formatMoney(reduced.amount, item.currency, locale)}</b>
          {reduced.amount < item.amount ? (
            <s className="text-ink-3">
              <span className="vh">{t('upsells.regularPrice')} </span>
              {formatMoney(item.amount, item.currency, locale)}
            </s>
          ) : null}
          <span className="help">{priceNote(termsOf(item), locale, t)}</span>
        </p>
        {action(reduced)}
      </div>
    </article>
  );
}
