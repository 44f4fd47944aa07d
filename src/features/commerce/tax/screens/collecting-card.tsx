import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { StatusDot } from '#ui/display/badge.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { saveSeller, taxKey } from '../sellers/data.ts';
import type { Registration, TaxSeller } from '../sellers/schema.ts';
import { useTaxWords } from './use-tax-words.ts';

type CollectingCardProps = { seller: TaxSeller; registrations: readonly Registration[]; isInEu: boolean };

/** Whether tax is collected, whether prices include it, and how other EU countries are taxed; each choice counts at once. */
export function CollectingCard({ seller, registrations, isInEu }: CollectingCardProps) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const { save, isSaving } = useSave((changes: Partial<TaxSeller>) => saveSeller(db, account_id, changes), {
    invalidates: [taxKey(account_id)],
    done: (_result, { collects_tax }) =>
      t(collects_tax === undefined ? 'collect.saved' : collects_tax ? 'collect.started' : 'collect.stopped'),
  });
  const isOn = seller.collects_tax;
  return (
    <Card
      title={t('collect.title')}
      actions={
        <StatusDot tone={isOn ? 'success' : 'neutral'}>{t(isOn ? 'collect.stateOn' : 'collect.stateOff')}</StatusDot>
      }
    >
      <div className="grid gap-4">
        {isOn ? null : (
          <Note
            action={
              <Button variant="primary" isBusy={isSaving} onPress={() => void save({ collects_tax: true })}>
                {t('guide.start')}
              </Button>
            }
          >
            {t('collect.offText')}
          </Note>
        )}
        {isOn && registrations.length === 0 ? <Note tone="warning">{t('collect.nowhere')}</Note> : null}
        <RadioGroup
          label={t('prices.label')}
          orientation="vertical"
          isDisabled={isSaving}
          value={seller.prices_include_tax ? 'included' : 'excluded'}
          onChange={(next) => void save({ prices_include_tax: next === 'included' })}
          options={(['included', 'excluded'] as const).map((id) => ({
            id,
            label: t(`prices.${id}`),
            description: t(`prices.${id}Text`),
          }))}
        />
        {isInEu ? <EuChoice seller={seller} registrations={registrations} isSaving={isSaving} onSave={save} /> : null}
        {isOn ? (
          <div>
            <Button size="sm" isBusy={isSaving} onPress={() => void save({ collects_tax: false })}>
              {t('collect.stop')}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}

type EuChoiceProps = Omit<CollectingCardProps, 'isInEu'> & {
  isSaving: boolean;
  onSave: (changes: Partial<TaxSeller>) => Promise<boolean>;
};

/** With the one-stop shop there is nothing to choose. */
function EuChoice({ seller, registrations, isSaving, onSave }: EuChoiceProps) {
  const { t } = useTranslation('tax');
  const { threshold: limit } = useTaxWords();
  if (registrations.some(({ scheme }) => scheme === 'one_stop_shop')) {
    return (
      <div>
        <p className="font-medium">{t('eu.label')}</p>
        <p className="help">{t('eu.withOneStopShop')}</p>
      </div>
    );
  }
  return (
    <RadioGroup
      label={t('eu.label')}
      orientation="vertical"
      isDisabled={isSaving}
      value={seller.is_below_eu_threshold ? 'below' : 'above'}
      onChange={(next) => void onSave({ is_below_eu_threshold: next === 'below' })}
      options={(['below', 'above'] as const).map((id) => ({
        id,
        label: t(`eu.${id}`, { limit }),
        description: t(`eu.${id}Text`),
      }))}
    />
  );
}
