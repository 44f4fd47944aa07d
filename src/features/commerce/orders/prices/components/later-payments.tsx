import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { priceTerms } from '#features/commerce/products/prices/rules.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import type { CartItem } from '../../schema.ts';
import { laterTerms } from '../rules.ts';

/** What is paid after the order; nothing where that is all. */
export function LaterPayments({ items }: { items: readonly CartItem[] }) {
  const { t } = useTranslation('orders');
  const { locale } = useSite();
  const later = items.flatMap((item) => {
    const terms = laterTerms(item);
    return terms ? [{ item, kind: terms.kind, sentence: priceTerms(terms, locale, t) }] : [];
  });
  if (later.length === 0) return null;
  return (
    <div className="grid gap-2">
      <dl className="grid gap-1 text-sm">
        <dt className="font-medium">{t('options.later')}</dt>
        {later.map(({ item, sentence }) => (
          <dd key={item.id}>
            {later.length > 1 ? <ContentText>{`${item.title}: `}</ContentText> : null}
            {sentence}
          </dd>
        ))}
      </dl>
      {later.some(({ kind }) => kind === 'subscription') ? <p className="help">{t('checkout.byHand')}</p> : null}
    </div>
  );
}
