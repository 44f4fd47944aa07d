import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, type LucideIcon, Medal, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useRowChanges } from '#base/browser/row-changes.ts';
import { useAccount } from '#base/browser/site.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { gamificationKey, gamificationSettingsQuery, scoreMessagesQuery, seeScoreMessages } from '../data.ts';
import { queueOf } from '../rules.ts';
import type { ScoreMessage } from '../schema.ts';
import { BadgeIcon } from './badge-icon.tsx';

/** Shows what the member has just earned, one after the other, each for as long as the site says (specification, section 4). */
export function ScoreOverlay() {
  const { account_id } = useAccount();
  const { member } = useMembership();
  const { data } = useQuery(gamificationSettingsQuery(useDb(), account_id));
  return member && data?.is_on ? <Messages memberId={member.id} duration={data.overlay_ms} /> : null;
}

function Messages({ memberId, duration }: { memberId: string; duration: number }) {
  const { t } = useTranslation('gamification');
  const { message, close } = useMessages(memberId);
  const box = useRef<HTMLDivElement>(null);
  const key = message?.ids.join();
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (!key) return;
    let timer = setTimeout(end, duration);
    // Who points at it, or has it in focus, is still reading.
    function end() {
      if (box.current?.matches(':hover, :focus-within')) timer = setTimeout(end, 1000);
      else leave();
    }
    return () => clearTimeout(timer);
  }, [key, duration]);
  // The region is there before its first message, or a screen reader would not announce it.
  return (
    <div className="toasts score-overlay" role="status">
      {message ? (
        // What lies below can be pressed all the while: on a phone that is the foot of the menu.
        <div key={key} ref={box} className="toast pointer-events-none">
          <MessageIcon message={message} />
          <p className="toast-text" dir="auto">
            {message.kind === 'points'
              ? t('overlay.points', { points: t('points', { count: message.points }) })
              : t(`overlay.${message.kind}`, { title: message.title })}
          </p>
          <IconButton size="sm" icon={X} label={t('overlay.close')} className="pointer-events-auto" onPress={close} />
        </div>
      ) : null}
    </div>
  );
}

const icons: Record<'points' | 'level', LucideIcon> = { points: ArrowUp, level: Medal };

function MessageIcon({ message }: { message: ScoreMessage }) {
  if (message.kind === 'badge') return <BadgeIcon icon={message.icon ?? 'award'} className="" />;
  const Icon = icons[message.kind];
  return <Icon aria-hidden="true" size={20} className="shrink-0" />;
}

/** What is to be shown, the first of it now. A message is noted as seen as it appears, for every device; one that has begun stays. */
function useMessages(memberId: string) {
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const [queue, setQueue] = useState<ReturnType<typeof queueOf>>([]);
  const taken = useRef(new Set<string>());
  const { data } = useQuery(scoreMessagesQuery(db, account_id, memberId));
  useRowChanges(
    'score_messages',
    `member_id=eq.${memberId}`,
    () => void queries.invalidateQueries({ queryKey: gamificationKey(account_id) }),
    true,
  );
  useEffect(() => {
    const fresh = (data ?? []).filter(({ id }) => !taken.current.has(id));
    for (const { id } of fresh) taken.current.add(id);
    if (fresh.length > 0) setQueue((waiting) => [...waiting, ...queueOf(fresh)]);
  }, [data]);
  const see = useEffectEvent((ids: string[]) => {
    // What could not be noted is shown once more with the next visit.
    void seeScoreMessages(db, ids).catch(() => undefined);
  });
  const [message] = queue;
  const key = message?.ids.join();
  useEffect(() => {
    if (key) see(key.split(','));
  }, [key]);
  return { message, close: () => setQueue((waiting) => waiting.slice(1)) };
}
