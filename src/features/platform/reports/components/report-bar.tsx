import { CalendarDays, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { FilterBar } from '#ui/table/table-filters.tsx';
import { comparisons, type Filters, filterNames, periods, queryOf, type ReportParams, reportParams } from '../rules.ts';

/** The report parameters of the URL, and a setter that changes some of them. */
export function useReportParams(): [ReportParams, (change: Partial<ReportParams>) => void] {
  const [query, setQuery] = useSearchParams();
  const params = reportParams(query);
  return [
    params,
    (change) =>
      setQuery(new URLSearchParams(queryOf({ ...params, ...change })), { replace: true, preventScrollReset: true }),
  ];
}

type ReportBarProps = {
  params: ReportParams;
  onChange: (change: Partial<ReportParams>) => void;
  /** Label of a filter's value. */
  nameOf?: (filter: keyof Filters, value: string) => string;
  hasComparison?: boolean;
  hasPeriod?: boolean;
  end?: ReactNode;
};

/** Toolbar of a report: period, comparison and active filters. */
export function ReportBar({ params, onChange, nameOf, hasComparison = true, hasPeriod = true, end }: ReportBarProps) {
  const { t } = useTranslation('reports');
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <FilterBar end={end}>
        {hasPeriod ? (
          <MenuButton
            label={t('period.label')}
            trigger={
              <Button icon={CalendarDays} iconEnd={ChevronDown}>
                <span className="vh">{t('period.label')}:</span> {t(`period.${params.period}`)}
              </Button>
            }
            groups={[
              {
                id: 'period',
                items: periods.map((id) => ({ id, label: t(`period.${id}`) })),
                selectionMode: 'single',
                selectedIds: [isChoosing ? 'custom' : params.period],
                onSelect: ([id]) => {
                  setChoosing(id === 'custom');
                  const period = periods.find((name) => name === id);
                  if (period && period !== 'custom') onChange({ period, since: null, until: null });
                },
              },
            ]}
          />
        ) : null}
        {hasComparison ? <ComparisonMenu params={params} onChange={onChange} /> : null}
        <ActiveFilters params={params} onChange={onChange} nameOf={nameOf} />
      </FilterBar>
      {hasPeriod && (isChoosing || params.period === 'custom') ? (
        <ChosenDays
          key={`${params.since} ${params.until}`}
          params={params}
          onChoose={(since, until) => {
            setChoosing(false);
            onChange({ period: 'custom', since, until });
          }}
        />
      ) : null}
    </>
  );
}

function ComparisonMenu({ params, onChange }: Pick<ReportBarProps, 'params' | 'onChange'>) {
  const { t } = useTranslation('reports');
  return (
    <MenuButton
      label={t('compare.label')}
      trigger={
        <Button iconEnd={ChevronDown}>
          <span className="muted">{t('compare.label')}</span> {t(`compare.${params.compare}`)}
        </Button>
      }
      groups={[
        {
          id: 'compare',
          items: comparisons.map((id) => ({ id, label: t(`compare.${id}`) })),
          selectionMode: 'single',
          selectedIds: [params.compare],
          onSelect: ([id]) => {
            const compare = comparisons.find((name) => name === id);
            if (compare) onChange({ compare });
          },
        },
      ]}
    />
  );
}

/** A button for each active filter, which removes it. */
function ActiveFilters({ params, onChange, nameOf }: Pick<ReportBarProps, 'params' | 'onChange' | 'nameOf'>) {
  const { t } = useTranslation('reports');
  return filterNames
    .filter((name) => params.filters[name] !== undefined)
    .map((name) => {
      const value = params.filters[name] ?? '';
      const text = nameOf?.(name, value) ?? value;
      return (
        <Button
          key={name}
          icon={X}
          onPress={() => {
            const { [name]: _, ...filters } = params.filters;
            onChange({ filters });
          }}
        >
          <span className="muted">{t(`filter.${name}`)}</span> <span dir="auto">{text}</span>
          <span className="vh"> {t('filter.remove')}</span>
        </Button>
      );
    });
}

function ChosenDays({ params, onChoose }: { params: ReportParams; onChoose: (since: string, until: string) => void }) {
  const { t } = useTranslation('reports');
  const [since, setSince] = useState(params.since);
  const [until, setUntil] = useState(params.until);
  return (
    <Form label={t('period.custom')} onSubmit={() => since && until && onChoose(since, until)}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <DatePicker label={t('period.since')} value={since} onChange={setSince} />
        <DatePicker label={t('period.until')} value={until} onChange={setUntil} />
        <Button type="submit" isDisabled={!since || !until || since > until}>
          {t('period.apply')}
        </Button>
      </div>
    </Form>
  );
}
