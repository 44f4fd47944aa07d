import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { safeUrl } from '#base/shared/addresses.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { UiText } from '#ui/display/content-language.tsx';
import { frameClass } from '../frame/rules.ts';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import { linesOf } from '../values/rules.ts';
import { type Background, BlockHead, backgroundField, ItemHeading, keyAt, PageSection } from './page-section.tsx';

type Plan = {
  name: string;
  note: string;
  price: string;
  per: string;
  yearPrice: string;
  yearPer: string;
  points: string;
  label: string;
  href: string;
  isChosen: boolean;
};

/** Price table, side by side or as list; plans with a yearly price get a monthly/yearly switch. */
export const pricing = block<
  { title: string; text: string; plans: Plan[]; layout: 'cards' | 'rows'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'offers',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long' },
    plans: {
      kind: 'list',
      most: 6,
      titleOf: 'name',
      fields: {
        name: { kind: 'text', most: 60 },
        note: { kind: 'text', most: 120 },
        price: { kind: 'text', most: 40 },
        per: { kind: 'text', most: 80 },
        yearPrice: { kind: 'text', most: 40 },
        yearPer: { kind: 'text', most: 80 },
        points: { kind: 'long' },
        label: { kind: 'text', most: 60 },
        href: { kind: 'address' },
        isChosen: { kind: 'switch' },
      },
    },
    layout: { kind: 'choice', values: ['cards', 'rows'] },
    ...responsiveStylesOf('titleSize', 'figureSize', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'What it costs',
    text: '',
    plans: [
      {
        name: 'One course',
        note: 'Yours to keep',
        price: '€89',
        per: 'once',
        yearPrice: '',
        yearPer: '',
        points: 'Every lesson',
        label: 'Choose a course',
        href: '/course',
        isChosen: false,
      },
      {
        name: 'The year',
        note: 'What most people choose',
        price: '€24',
        per: 'a month',
        yearPrice: '€240',
        yearPer: 'a year, two months free',
        points: 'Every course\nAnswers in writing\nStop whenever you like',
        label: 'Become a member',
        href: '/signup',
        isChosen: true,
      },
    ],
    layout: 'cards',
    ground: 'soft',
  },
  render: ({ id, values, isFirst }) => (
    <PageSection background={values.ground} className="priced">
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      {values.plans.some((plan) => plan.yearPrice) ? <PeriodChoice name={`${frameClass(id)}-period`} /> : null}
      <div className={`plans plans-${values.layout}`}>
        {values.plans.map((plan, index) => (
          <div key={keyAt(index, plan.name)} className={plan.isChosen ? 'plan is-chosen' : 'plan'}>
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              {plan.name}
            </ItemHeading>
            <p className="plan-note">{plan.note}</p>
            <PlanPrice price={plan.price} per={plan.per} isFor={plan.yearPrice ? 'month' : undefined} />
            {plan.yearPrice ? <PlanPrice price={plan.yearPrice} per={plan.yearPer} isFor="year" /> : null}
            {plan.label ? (
              <a
                className={buttonClass({ variant: plan.isChosen ? 'accent' : 'line', size: 'lg', isBlock: true })}
                href={safeUrl(plan.href)}
              >
                {plan.label}
              </a>
            ) : null}
            <ul>
              {linesOf(plan.points).map((point, at) => (
                <li key={keyAt(at, point)}>
                  <Check aria-hidden="true" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </PageSection>
  ),
});

/** Monthly/yearly switch of two radio buttons, so that it needs no script. */
function PeriodChoice({ name }: { name: string }) {
  const { t } = useTranslation('blocks');
  return (
    <fieldset className="plans-period">
      <legend className="vh">
        <UiText>{t('pricing.period')}</UiText>
      </legend>
      {(['month', 'year'] as const).map((period) => (
        <label key={period}>
          <input type="radio" className="vh" name={name} value={period} defaultChecked={period === 'month'} />
          <UiText>{t(`pricing.${period}`)}</UiText>
        </label>
      ))}
    </fieldset>
  );
}

function PlanPrice({ price, per, isFor }: { price: string; per: string; isFor?: 'month' | 'year' }) {
  return (
    <p className={isFor ? `plan-price is-${isFor}` : 'plan-price'}>
      <b className="hd d-48">
        <bdi>{price}</bdi>
      </b>
      <span>{per}</span>
    </p>
  );
}
