import { useEffect, useSyncExternalStore } from 'react';
import { dbOf } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { queryClient } from '#base/browser/query-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { onBeforeSignOut } from '#base/shared/sign-out-event.ts';
import type { Site } from '#base/shared/site.ts';
import { messageKeys, sendMessage } from '../data.ts';
import type { QueuedMessage } from '../rules.ts';
import { Outbox } from './outbox.ts';

/** Begins the keys of waiting messages; `kept:` keys are deleted at sign-out. */
const PREFIX = 'kept:message:';
const LONGEST_PAUSE_MS = 15_000;

/** One for each person and account of this page: it goes on sending when another screen is opened. */
const outboxes = new Map<string, Outbox>();

export function outboxOf(site: Pick<Site, 'account' | 'backend' | 'origin'>, memberId: string): Outbox {
  const accountId = site.account.account_id;
  const prefix = `${PREFIX}${accountId}:${memberId}:`;
  const existing = outboxes.get(prefix);
  if (existing) return existing;
  const outbox = new Outbox({
    prefix,
    store: () => localStorage,
    send: async (message) => {
      await sendMessage(dbOf(site), {
        client_id: message.client_id,
        conversation_id: message.conversation_id,
        body: message.body,
        reply_to: message.reply_to,
        files: message.files,
      });
      await queryClient.refetchQueries({
        queryKey: messageKeys.thread(accountId, message.conversation_id),
        type: 'active',
      });
      void queryClient.invalidateQueries({ queryKey: messageKeys.list(accountId) });
    },
    exclusively: (work) =>
      // Not offered on plain http: then two tabs may both send, and the server has each message once all the same.
      navigator.locks ? navigator.locks.request(prefix, work) : work(),
    pause,
  });
  outboxes.set(prefix, outbox);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) outbox.reload();
  });
  void outbox.run();
  return outbox;
}

/** Until the network is back, the page is looked at again, or a while is over. */
function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(LONGEST_PAUSE_MS, 500 * 2 ** attempt));
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', done);
  });
}

const none: readonly QueuedMessage[] = [];

/** The caller's outbox, and what waits in it. Before signing out it is emptied as far as the network allows. */
export function useOutbox(): { outbox: Outbox | undefined; queued: readonly QueuedMessage[] } {
  const site = useSite();
  const { id } = useMember();
  const outbox = typeof document === 'undefined' ? undefined : outboxOf(site, id);
  useEffect(() => (outbox ? onBeforeSignOut(() => outbox.run()) : undefined), [outbox]);
  const queued = useSyncExternalStore(
    outbox?.subscribe ?? (() => () => {}),
    () => outbox?.messages ?? none,
    () => none,
  );
  return { outbox, queued };
}
