import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { largestUnit } from '#ui/display/time-units.ts';
import type { Ticket } from '../data.ts';
import { clockOf, statusTones } from '../rules.ts';
import type { Status } from '../schema.ts';

/** Badge of a ticket's state, coloured as in the specification, section 4. */
export function TicketState({ status }: { status: Status }) {
  const { t } = useTranslation('tickets');
  return (
    <Badge tone={statusTones[status]} hasDot>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** Time left until the response target, or overdue. */
export function TicketClock({ ticket, now }: { ticket: Ticket; now: Date }) {
  const { t } = useTranslation('tickets');
  const { t: u } = useTranslation('ui');
  const { left, isRunning, isLate } = clockOf(ticket, now);
  const { unit, count } = largestUnit(Math.abs(left));
  const time = u(`duration.${unit}`, { count });
  if (ticket.status === 'resolved')
    return <span className="quiet">{t(isLate ? 'clock.wasLate' : 'clock.inTime', { time })}</span>;
  if (!isRunning) return <span className="quiet">{t(isLate ? 'clock.standsLate' : 'clock.stands', { time })}</span>;
  return isLate ? <Badge tone="error">{t('clock.late', { time })}</Badge> : <span>{t('clock.left', { time })}</span>;
}
