import type { TFunction } from 'i18next';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/section.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { type LevelValues, levelOfPrice } from '../../levels/rules.ts';
import { priceTerms } from '../rules.ts';
import { emptyPrice, type PriceProblem, type PriceValues, priceDraftOf } from './price-draft.ts';
import { PriceFields } from './price-fields.tsx';

const MAX_PRICES = 50;

type PriceCardProps = {
  prices: PriceValues[];
  /** The levels of a membership, if it has some. */
  levels: readonly LevelValues[];
  onChange: (prices: PriceValues[]) => void;
  onBlur: () => void;
  problem: PriceProblem | null;
};

/** The prices of a product. A single one is its fields and no more; several are a list, and the fields of the one that is open. */
export function PriceCard({ prices, levels, onChange, onBlur, problem }: PriceCardProps) {
  const { t } = useTranslation('products');
  const { locale } = useSite();
  const [chosenId, setChosenId] = useState('');
  const openId = problem?.id ?? chosenId;
  const open = prices.find(({ id }) => id === openId) ?? prices[0];
  if (!open) return null;
  const textOf = (price: PriceValues) => textOfPrice(price, levels, locale, t);
  const add = () => {
    const { kind, currency, interval, level_id } = open;
    const price = { ...emptyPrice(kind, currency, crypto.randomUUID()), interval, level_id };
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
          levels={levels}
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

/** A price as the list names it: its level, its own name and its terms. */
function textOfPrice(
  price: PriceValues,
  levels: readonly LevelValues[],
  locale: string,
  t: TFunction<'products'>,
): string {
  // Of a sentence no date is read.
  const draft = Number.isNaN(price.amount) ? null : priceDraftOf({ ...price, sale_amount: null }, 'UTC');
  const terms = draft ? priceTerms(draft, locale, t) : t('prices.new');
  const level = levels.find(({ id }) => id === levelOfPrice(price.level_id, levels));
  const names = commaList(
    [level?.name ?? '', price.label].filter((name) => name !== ''),
    locale,
  );
  return names ? `${names}: ${terms}` : terms;
}
