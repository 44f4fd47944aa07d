import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { endSession, refetchSessions, sessionsQuery } from '../profile/data.ts';
import { deviceName } from '../profile/rules.ts';
import { EndOtherSessions } from './end-other-sessions.tsx';

/** Lists the user's sessions with a button to end each. */
export function SessionList() {
  const { t } = useTranslation('members');
  const db = useDb();
  const queries = useQueryClient();
  const sessions = useQuery(sessionsQuery(db));
  const refresh = () => refetchSessions(queries);

  const { save: endOne } = useSave((id: string) => endSession(db, id), {
    onSaved: refresh,
    done: t('profile.sessionEnded'),
  });
  return (
    <div className="grid gap-3">
      {sessions.isError ? <ErrorState onRetry={() => void sessions.refetch()} /> : null}
      {sessions.isPending ? <SkeletonList rows={2} hasMedia={false} /> : null}
      <ul className="list card overflow-hidden">
        {sessions.data?.map((session) => {
          const { browser, system } = deviceName(session.user_agent);
          const Icon = /iOS|Android/.test(system) ? Smartphone : Monitor;
          const name = browser && system ? t('profile.device', { browser, system }) : t('profile.unknownDevice');
          return (
            <li key={session.id} className="list-row">
              <Icon aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="cut block font-medium">{name}</span>
                <span className="help">
                  {session.ip ? <bdi dir="ltr">{session.ip}</bdi> : null}
                  {session.ip ? ' · ' : null}
                  <RelativeTime when={session.seen_at} />
                </span>
              </span>
              {session.is_current ? (
                <Badge tone="success">{t('profile.thisDevice')}</Badge>
              ) : (
                <Button
                  size="sm"
                  aria-label={t('profile.endSessionOn', { device: name })}
                  onPress={() => void endOne(session.id)}
                >
                  {t('profile.endSession')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {(sessions.data?.length ?? 0) > 1 ? <EndOtherSessions onEnded={refresh} /> : null}
    </div>
  );
}
