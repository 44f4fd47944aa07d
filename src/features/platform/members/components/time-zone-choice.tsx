import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import type { OwnMember } from '#base/browser/member.ts';
import { ComboBox } from '#ui/fields/select.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { changeMembers } from '../data.ts';

/** The user's time zone; the browser's until one is chosen. */
export function TimeZoneChoice({ member }: { member: OwnMember }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
        id,
        label: id.replaceAll('_', ' '),
      })),
    [],
  );
  const current = member.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

  async function choose(zone: string | null) {
    if (!zone || zone === member.time_zone) return;
    try {
      await changeMembers(db, member.account_id, [member.id], { time_zone: zone });
      showToast(t('profile.zoneSaved'));
      await queries.invalidateQueries({ queryKey: ['members', member.account_id] });
    } catch (error) {
      showError((error as Error).message);
    }
  }
  return (
    <ComboBox
      className="max-w-xs"
      label={t('profile.zone')}
      description={t('profile.zoneHint')}
      value={current}
      onChange={(zone) => void choose(zone)}
      options={zones}
    />
  );
}
