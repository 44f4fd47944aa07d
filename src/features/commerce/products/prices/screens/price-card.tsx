import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/section.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { priceTerms } from '../rules.ts';
import { emptyPrice, type PriceProblem, type PriceValues, priceDraftOf } from './price-draft.ts';
import { PriceFields } from './price-fields.tsx';

const MAX_PRICES = 50;

type PriceCardProps = {
  prices: PriceValues[];
  onChange: (prices: PriceValues[]) => void;
  onBlur: () => void;
  problem: PriceProblem | null;
};

/** The prices of a product. A single one is its fields and no more; several are a list, and the fields of the one that is open. */
export function PriceCard({ prices, onChange, onBlur, problem }: PriceCardProps) {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  const [chosenId, setChosenId] = useState('');
  const openId = problem?.id ?? chosenId;
  const open = prices.find(({ id }) => id === openId) ?? prices[0];
  if (!open) return null;
  const textOf = (price: PriceValues) => {
    // Of a sentence no date is read.
    const draft = Number.isNaN(price.amount) ? null : priceDraftOf({ ...price, sale_amount: null }, 'UTC');
    const terms = draft ? priceTerms(draft, locale, t) : t('prices.new');
    return price.label ? `${price.label}: ${terms}` : terms;
  };
  const add = () => {
    const { kind, currency, interval } = open;
    const price = { ...emptyPrice(kind, currency, crypto.randomUUID()), interval };
    onChange([...prices, price]);
    setChosenId(price.id);
  };
  return (
    <Card title={t('prices.title')}>
      <div className="grid gap-4">
        {prices.length > 1 ? (
          <SortableList
            label={t('prices.title')}
            items={prices}
            itemName={textOf}
            onReorder={onChange}
            onOpen={({ id }) => setChosenId(id)}
          >
            {(price) => <span className={price.id === open.id ? 'font-semibold' : undefined}>{textOf(price)}</span>}
          </SortableList>
        ) : null}
        <PriceFields
          key={open.id}
          price={open}
          onChange={(changes) =>
            onChange(prices.map((price) => (price.id === open.id ? { ...price, ...changes } : price)))
          }
          onBlur={onBlur}
          problem={problem?.id === open.id ? problem : null}
          isOneOfSeveral={prices.length > 1}
        />
        <div className="flex flex-wrap gap-2">
          <Button icon={Plus} isDisabled={prices.length >= MAX_PRICES} onPress={add}>
            {t('prices.add')}
          </Button>
          {prices.length > 1 ? (
            <Button
              variant="quiet"
              icon={Trash2}
              onPress={() => onChange(prices.filter((price) => price.id !== open.id))}
            >
              {t('prices.remove')}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
