import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { numberFormat } from '#base/shared/formats.ts';
import { isOffered } from '#features/platform/billing/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { type Account, administrationQueries, setLimits } from '../data.ts';
import { filledLimits, type LimitName, limitNames, MAX_LIMIT } from '../rules.ts';

/** Form for an account's plan and its limit overrides, which take precedence over the plan's limits. */
export function LimitForm({ account, onSaved }: { account: Account; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const { locale } = useLocale();
  const plans = useQuery(administrationQueries.plans(db));
  const [plan, setPlan] = useState(account.plan_id ?? '');
  const [values, setValues] = useState<Partial<Record<LimitName, number>>>(account.limit_overrides);
  const limits = filledLimits(values);
  const isChanged =
    plan !== (account.plan_id ?? '') || limitNames.some((name) => limits[name] !== account.limit_overrides[name]);
  const planLimits = plans.data?.find(({ id }) => id === plan)?.limits ?? {};
  const limitValue = (name: LimitName) => {
    const cap = planLimits[name];
    return cap === undefined ? t('limits.none') : t('limits.plan', { cap: numberFormat(locale).format(cap) });
  };

  const { save, isSaving, problem } = useSave(
    async () => {
      await setLimits(db, account.account_id, plan, limits as Record<string, number>);
      await onSaved();
    },
    { check: () => plan !== '', done: t('limits.saved', { title: account.title }), isInForm: true },
  );
  return (
    <details className="mt-6">
      <summary className="font-semibold">{t('limits.title')}</summary>
      <Form className="mt-3" label={t('limits.title')} problem={problem} onSubmit={() => void save()}>
        <Select
          label={t('accounts.plan')}
          description={t('limits.planHelp')}
          options={(plans.data ?? []).map(({ id, label }) => ({ id, label }))}
          value={plan}
          onChange={(id) => setPlan(String(id))}
        />
        <p className="help">{t('limits.help')}</p>
        <div className="form-cols">
          {limitNames.filter(isOffered).map((name) => (
            <NumberField
              key={name}
              label={t(`limit.${name}`)}
              description={limitValue(name)}
              maxValue={MAX_LIMIT}
              value={values[name] ?? null}
              onChange={(value) => setValues({ ...values, [name]: value ?? undefined })}
            />
          ))}
        </div>
        <div>
          <Button type="submit" isDisabled={!isChanged} isBusy={isSaving}>
            {t('limits.save')}
          </Button>
        </div>
      </Form>
    </details>
  );
}
