import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { RelativeTime } from '#ui/display/time.tsx';
import { type Conversation, messageMatchesQuery } from '../data.ts';
import { useConversationName } from './conversation-name.tsx';
import { moveFocus } from './move-focus.ts';

type MatchesProps = { term: string; conversations: readonly Conversation[] };

/** Messages with the words that are searched; each opens its conversation where it stands. */
export function MessageMatches({ term, conversations }: MatchesProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useConversationName();
  const matches = useQuery(messageMatchesQuery(db, account_id, term));
  if (!term) return null;
  const rows = matches.data ?? [];
  if (rows.length === 0)
    return conversations.length === 0 && !matches.isFetching ? (
      <p className="p-4 text-ink-2" role="status">
        {t('noMatch')}
      </p>
    ) : null;
  return (
    <section aria-label={t('inMessages')}>
      <h3 className="help px-3 pt-3 pb-1">{t('inMessages')}</h3>
      <ul>
        {rows.map((row) => {
          const conversation = conversations.find(({ id }) => id === row.conversation_id);
          return (
            <li key={row.id}>
              <Link className="chat-row" onKeyDown={moveFocus} to={paths.conversation(row.conversation_id, row.seq)}>
                <span className="min-w-0 flex-1">
                  <span className="chat-row-head">
                    <span className="cut" dir="auto">
                      {conversation ? nameOf(conversation) : row.author_name}
                    </span>{' '}
                    <span className="help flex-none">
                      <RelativeTime when={row.created_at} />
                    </span>
                  </span>
                  <span className="block cut text-ink-2" dir="auto">
                    {row.body}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
