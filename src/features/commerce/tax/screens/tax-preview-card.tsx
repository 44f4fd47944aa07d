import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { siteOptionsQuery } from '#features/platform/options/data.ts';
import { Money } from '#ui/display/money.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { MoneyField } from '#ui/fields/money-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Card } from '#ui/layout/section.tsx';
import { rateQueries } from '../rates/data.ts';
import { formatRate } from '../rates/rules.ts';
import type { PreviewRequest, TaxPreview } from '../rates/schema.ts';
import { hasTaxByRegion } from '../rules.ts';
import { type TaxClass, taxClasses } from '../schema.ts';
import type { TaxSeller } from '../sellers/schema.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTaxWords } from './use-tax-words.ts';

const MAJOR_UNITS = 100;

/** What a buyer would pay, computed as an order is, and why; also before tax is collected. */
export function TaxPreviewCard({ seller }: { seller: TaxSeller }) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const options = useQuery(siteOptionsQuery(db, account_id));
  const currency = options.data?.settings.currency;
  return (
    <Card title={t('preview.title')} sentence={t('preview.text')}>
      {options.isError ? <ErrorState onRetry={() => void options.refetch()} /> : null}
      {currency ? <PreviewForm seller={seller} currency={currency} /> : <SkeletonText lines={6} />}
    </Card>
  );
}

function PreviewForm({ seller, currency }: { seller: TaxSeller; currency: string }) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const [request, setRequest] = useState<PreviewRequest>({
    country: seller.country,
    region: hasTaxByRegion(seller.country) ? seller.region : '',
    is_company: false,
    tax_class: 'standard',
    type: 'digital',
    amount: MAJOR_UNITS * minorUnitsPerMajor(currency),
  });
  const change = (next: Partial<PreviewRequest>) => setRequest((current) => ({ ...current, ...next }));
  const preview = useQuery(rateQueries.preview(db, account_id, request));
  return (
    <div className="grid gap-4">
      <PlaceFields
        label={t('preview.country')}
        region={hasTaxByRegion(request.country) ? 'required' : 'none'}
        value={request}
        onChange={change}
      />
      <Checkbox isSelected={request.is_company} onChange={(is_company) => change({ is_company })}>
        {t('preview.company')}
      </Checkbox>
      <div className="form-cols">
        <MoneyField
          label={t('preview.amount')}
          currency={currency}
          maxValue={1e11}
          value={request.amount}
          onChange={(amount) => amount !== null && !Number.isNaN(amount) && change({ amount })}
        />
        <Select
          label={t('classes.label')}
          value={request.tax_class}
          onChange={(tax_class) => change({ tax_class: tax_class as TaxClass })}
          options={taxClasses.map((id) => ({ id, label: t(`classes.${id}`) }))}
        />
      </div>
      <Checkbox
        isSelected={request.type === 'physical'}
        onChange={(isSent) => change({ type: isSent ? 'physical' : 'digital' })}
      >
        {t('preview.goods')}
      </Checkbox>
      {preview.isError ? <ErrorState onRetry={() => void preview.refetch()} /> : null}
      {preview.isPending ? <SkeletonText lines={3} /> : null}
      {preview.data ? <Outcome preview={preview.data} request={request} currency={currency} /> : null}
    </div>
  );
}

type OutcomeProps = { preview: TaxPreview; request: PreviewRequest; currency: string };

function Outcome({ preview, request, currency }: OutcomeProps) {
  const { t } = useTranslation('tax');
  const { locale, nameOf, placeOf, threshold } = useTaxWords();
  const { tax, total, rate, name, prices_include_tax: isIncluded } = preview;
  const place = placeOf({ country: preview.tax_country ?? request.country, region: preview.tax_region });
  const sentences = [
    t(`reasons.${preview.reason}`, { place, limit: threshold }),
    noteOf(preview, request) ? t(`reasons.${noteOf(preview, request)}`, { place }) : '',
  ];
  return (
    <div aria-live="polite" className="grid gap-3 border-t border-(--line) pt-4">
      <dl className="num grid gap-2">
        <AmountRow label={t('preview.price')} minor={total - tax} currency={currency} />
        <AmountRow
          label={
            rate > 0 ? t('preview.tax', { name: nameOf(name), rate: formatRate(rate, locale) }) : t('preview.noTax')
          }
          minor={tax}
          currency={currency}
        />
        <div className="flex justify-between gap-4 font-semibold">
          <dt>{t(isIncluded && tax > 0 ? 'preview.totalIncluded' : 'preview.total')}</dt>
          <dd>
            <Money minor={total} currency={currency} />
          </dd>
        </div>
      </dl>
      <p>{sentences.filter(Boolean).join(' ')}</p>
    </div>
  );
}

function AmountRow({ label, minor, currency }: { label: string; minor: number; currency: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>
        <Money minor={minor} currency={currency} />
      </dd>
    </div>
  );
}

/** What the kind of product adds to the reason. */
function noteOf({ treatment, category, name }: TaxPreview, { tax_class }: PreviewRequest): string | undefined {
  if (category === 'export') return 'export';
  if (category === 'exempt') return 'exempt';
  if (treatment !== 'taxed' || category !== 'zero') return undefined;
  return tax_class === 'zero' || name !== '' ? 'zero' : 'no_rate';
}
