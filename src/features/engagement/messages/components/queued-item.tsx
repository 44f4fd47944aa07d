import { Clock, RotateCw, Trash2, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '#ui/buttons/plain-button.tsx';
import type { QueuedMessage } from '../rules.ts';
import type { Outbox } from './outbox.ts';

/** A message on its way, or one that the server refused, to be sent again or deleted. */
export function QueuedItem({ message, outbox }: { message: QueuedMessage; outbox: Outbox | undefined }) {
  const { t } = useTranslation('messages');
  const { client_id, body, file_names, problem } = message;
  return (
    <article className="chat-message is-own is-waiting" aria-label={t(problem ? 'notSent' : 'sending')}>
      <div className="chat-bubble">
        {body ? (
          <p className="chat-words" dir="auto">
            {body}
          </p>
        ) : null}
        {file_names.map((name) => (
          <p key={name} dir="auto">
            {name}
          </p>
        ))}
      </div>
      {problem === undefined ? (
        <p className="chat-foot">
          <Clock aria-hidden="true" className="size-3" /> {t('sending')}
        </p>
      ) : (
        <div className="chat-foot">
          <span className="text-error">
            <TriangleAlert aria-hidden="true" className="inline size-3" /> {t('notSent')} {problem}
          </span>
          <PlainButton size="sm" variant="quiet" icon={RotateCw} onClick={() => outbox?.retry(client_id)}>
            {t('sendAgain')}
          </PlainButton>
          <PlainButton size="sm" variant="quiet" icon={Trash2} onClick={() => outbox?.discard(client_id)}>
            {t('discard')}
          </PlainButton>
        </div>
      )}
    </article>
  );
}
