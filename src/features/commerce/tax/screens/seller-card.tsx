import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressLines } from '#base/shared/countries.ts';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Card } from '#ui/layout/section.tsx';
import { regionName } from '../rules.ts';
import { missingDetails } from '../sellers/rules.ts';
import type { TaxSeller } from '../sellers/schema.ts';
import { SellerPanel } from './seller-panel.tsx';
import { useTaxWords } from './use-tax-words.ts';

/** Who sells, as invoices say it, and what they lack. */
export function SellerCard({ seller }: { seller: TaxSeller }) {
  const { t, i18n } = useTranslation('tax');
  const { locale } = useTaxWords();
  const [isOpen, setOpen] = useState(false);
  const missing = missingDetails(seller);
  const lines = [
    seller.legal_name,
    ...addressLines({ ...seller, region: regionName(seller.country, seller.region) }, locale),
    seller.vat_number && t('seller.vatNumberIs', { number: seller.vat_number }),
    seller.registration_number && t('seller.registrationNumberIs', { number: seller.registration_number }),
    seller.email,
    seller.phone,
  ].filter(Boolean);
  return (
    <Card
      title={t('seller.title')}
      sentence={t('seller.text')}
      actions={
        <Button size="sm" onPress={() => setOpen(true)}>
          {t('seller.edit')}
        </Button>
      }
    >
      <div className="grid gap-4">
        {missing.length > 0 ? (
          <Note tone="warning">
            {t('seller.missing', {
              fields: commaList(
                missing.map((field) => t(`seller.${field}`)),
                i18n.language,
              ),
            })}
          </Note>
        ) : null}
        {lines.length > 0 ? (
          <address className="not-italic">
            {lines.map((line) => (
              <div key={line}>
                <bdi>{line}</bdi>
              </div>
            ))}
          </address>
        ) : null}
      </div>
      {isOpen ? <SellerPanel seller={seller} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}
