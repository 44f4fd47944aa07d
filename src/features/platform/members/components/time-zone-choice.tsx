import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { ComboBox } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { changeMembers } from '../data.ts';

/** The user's time zone; the browser's until one is chosen. */
export function TimeZoneChoice({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
        id,
        label: id.replaceAll('_', ' '),
      })),
    [],
  );
  const current = member.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

  const { save: choose } = useSave(
    (time_zone: string) => changeMembers(db, member.account_id, [member.id], { time_zone }),
    { done: t('profile.zoneSaved'), invalidates: [['members', member.account_id]] },
  );
  return (
    <ComboBox
      className="max-w-xs"
      label={t('profile.zone')}
      description={t('profile.zoneHint')}
      value={current}
      onChange={(zone) => zone && zone !== member.time_zone && void choose(zone)}
      options={zones}
    />
  );
}
