import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { sessionClaimsOf } from '#base/browser/session-claims.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { EmptyState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConversationList } from '../components/conversation-list.tsx';
import { NewConversation } from '../components/new-conversation.tsx';
import { Thread } from '../components/thread.tsx';
import { useInbox } from '../components/use-inbox.ts';
import { addresseesQuery, messageKeys, startConversation } from '../data.ts';

/** The conversations of a member beside the one that is open; on a phone one after the other. */
export default function Messages() {
  const { t } = useTranslation('messages');
  const { session } = useSession();
  if (sessionClaimsOf(session?.access_token).isImpersonated)
    return (
      <main id="content" className="page">
        <EmptyState title={t('acting.title')} drawing="letters" isPage>
          {t('acting.text')}
        </EmptyState>
      </main>
    );
  return <OwnMessages />;
}

function OwnMessages() {
  const { t } = useTranslation('messages');
  const { id } = useParams();
  const [query] = useSearchParams();
  const [isStarting, setStarting] = useState(false);
  useInbox();
  useOpenWith(query.get('to'));
  const at = Number(query.get('at')) || null;
  return (
    <main id="content" className="chat" data-open={id === undefined ? undefined : true}>
      <ConversationList current={id} onNew={() => setStarting(true)} />
      <div className="chat-thread">
        {id === undefined ? (
          <EmptyState title={t('choose.title')} drawing="letters">
            {t('choose.text')}
          </EmptyState>
        ) : (
          <Thread id={id} at={at} />
        )}
      </div>
      {isStarting ? <NewConversation onClose={() => setStarting(false)} /> : null}
    </main>
  );
}

/** A link to a member opens the conversation with them. */
function useOpenWith(memberId: string | null): void {
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const person = useQuery({ ...addresseesQuery(db, account_id, '', memberId ?? ''), enabled: memberId !== null });
  const { save } = useSave((member: string) => startConversation(db, [member], '', crypto.randomUUID()), {
    invalidates: [messageKeys.list(account_id)],
    onSaved: (conversation) => navigate(paths.conversation(conversation), { replace: true }),
  });
  const open = useEffectEvent((member: string) => void save(member));
  const addressee = memberId === null ? undefined : person.data?.find(({ id }) => id === memberId)?.id;
  useEffect(() => {
    if (addressee) open(addressee);
  }, [addressee]);
}
