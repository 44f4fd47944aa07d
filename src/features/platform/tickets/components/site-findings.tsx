import { CircleAlert, CircleCheck, CircleMinus, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { formatSize } from '#ui/fields/file-rules.ts';
import { classNames } from '#ui/layout/class-names.ts';
import type { SiteCheck } from '../schema.ts';

const marks: Record<SiteCheck['state'], { icon: LucideIcon; colour: string }> = {
  ok: { icon: CircleCheck, colour: 'text-success' },
  warning: { icon: TriangleAlert, colour: 'text-warning' },
  failed: { icon: CircleAlert, colour: 'text-error' },
  skipped: { icon: CircleMinus, colour: 'text-ink-3' },
};

/** Results of the site checks, worst first. */
export function SiteFindings({ checks }: { checks: readonly SiteCheck[] }) {
  const { t } = useTranslation(['tickets', 'billing']);
  const { locale } = useSite();
  const order: SiteCheck['state'][] = ['failed', 'warning', 'ok', 'skipped'];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const textOf = ({ id, code, values }: SiteCheck) => {
    const date = typeof values.date === 'string' ? new Date(values.date) : null;
    const count = numberFormat(locale);
    const size = (value: unknown) => {
      if (typeof value !== 'number') return undefined;
      return id === 'limit' ? count.format(value) : formatSize(value, locale);
    };
    return t(`checks.${id}.${code}`, {
      ...values,
      meter: id === 'limit' ? t(`meter.${values.meter}`, { ns: 'billing' }) : undefined,
      count: values.days,
      date: date ? dateFormat(locale, { dateStyle: 'medium' }).format(date) : undefined,
      used: size(values.used),
      limit: size(values.limit),
    });
  };
  return (
    <ul className="grid gap-2">
      {sorted.map((check) => {
        const { icon: Icon, colour } = marks[check.state];
        return (
          <li key={`${check.id}-${String(check.values.meter ?? '')}`} className="flex gap-2">
            <Icon aria-hidden="true" className={classNames('mt-1 size-4 flex-none', colour)} />
            <span>
              <b className="font-semibold">{t(`checks.${check.id}.name`)}</b>{' '}
              <span className="vh">{t(`checks.state.${check.state}`)}</span> {textOf(check)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
