import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { officeHoursQuery } from '../data.ts';
import { officeStateAt } from '../rules.ts';

/** Says to who writes when the other answers, where they have office hours; in the time of the reader. */
export function OfficeNote({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useLocale();
  const timeZone = useContext(TimeZoneContext);
  const { data } = useQuery(officeHoursQuery(db, account_id, person.id));
  const state = data && officeStateAt(data, clockNow());
  if (!state) return null;
  const time = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const when = dateFormat(locale, state.isOpen ? time : { weekday: 'long', ...time }).format(new Date(state.at));
  return <p className="help px-3">{t(state.isOpen ? 'office.now' : 'office.next', { name: person.name, when })}</p>;
}
