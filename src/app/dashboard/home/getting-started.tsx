import { CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SiteNumbers } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { ProgressRing } from '#ui/charts/progress-ring.tsx';
import { Card } from '#ui/layout/section.tsx';

type Step = keyof SiteNumbers['done'];

const steps: { id: Step; href: string }[] = [
  { id: 'name', href: paths.site() },
  { id: 'look', href: paths.theme() },
  { id: 'course', href: paths.newCourse() },
  { id: 'payment', href: paths.payment() },
  { id: 'member', href: paths.users() },
  { id: 'order', href: paths.manageOrders() },
];

/** Checklist from an empty site to the first sale; steps are done by the state of the site. */
export function GettingStarted({ done }: { done: SiteNumbers['done'] }) {
  const { t } = useTranslation('dashboard');
  const count = steps.filter(({ id }) => done[id]).length;
  return (
    <Card
      title={t('start.title')}
      sentence={t(count === steps.length ? 'start.all' : 'start.some', { done: count, total: steps.length })}
      actions={<ProgressRing label={t('start.title')} percent={(count / steps.length) * 100} size={10} />}
    >
      <ul className="grid gap-3">
        {steps.map(({ id, href }) => (
          <li key={id} className="flex min-h-8 items-center gap-3">
            {done[id] ? (
              <CircleCheck className="flex-none text-success" aria-hidden="true" />
            ) : (
              <CircleDashed className="flex-none text-ink-3" aria-hidden="true" />
            )}
            <span className={done[id] ? 'muted min-w-0 flex-1' : 'min-w-0 flex-1'}>
              {t(`start.step.${id}`)}
              <span className="vh"> {t(done[id] ? 'start.done' : 'start.open')}</span>
            </span>
            {!done[id] ? (
              <LinkButton size="sm" href={href}>
                {t(`start.action.${id}`)}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
