import { SmilePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { react, type Thread, type ThreadPost } from '../data.ts';
import { type Reaction, reactions } from '../rules.ts';
import { reactionIcons } from './reaction-icons.ts';
import { usePostAction } from './use-post-action.ts';

type Props = {
  post: ThreadPost;
  /** The caller's reactions: `{post id}:{reaction}`. */
  own: ReadonlySet<string>;
  canReact: boolean;
  thread: Thread;
  onMessage: (message: string) => void;
};

/** The reactions to a post as toggles, and the others behind one button. */
export function ReactionBar({ post, own, canReact, thread, onMessage }: Props) {
  const { t } = useTranslation('threads');
  const site = useSite();
  const { run, isRunning } = usePostAction(thread.id, onMessage);
  const [isChoosing, setChoosing] = useState(false);
  const countOf = (reaction: Reaction) => post.reactions[reaction] ?? 0;
  const listed = reactions.filter((reaction) => isChoosing || countOf(reaction) > 0);
  if (listed.length === 0 && !canReact) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box and is for forms
    <div className="reactions" role="group" aria-label={t('conversation.reactions')}>
      {listed.map((reaction) => {
        const Icon = reactionIcons[reaction];
        const isOwn = own.has(`${post.id}:${reaction}`);
        return (
          <button
            key={reaction}
            type="button"
            className="reaction"
            aria-pressed={isOwn}
            aria-label={`${t(`reaction.${reaction}`)}: ${countOf(reaction)}`}
            title={t(`reaction.${reaction}`)}
            aria-disabled={isRunning || !canReact}
            onClick={() => {
              if (!canReact) return;
              setChoosing(false);
              void run(() => react(dbOf(site), post.id, reaction, !isOwn), '');
            }}
          >
            <Icon aria-hidden="true" />
            {countOf(reaction) > 0 ? countOf(reaction) : null}
          </button>
        );
      })}
      {canReact ? (
        <button
          type="button"
          className="reaction"
          aria-label={t('conversation.react')}
          aria-expanded={isChoosing}
          title={t('conversation.react')}
          onClick={() => setChoosing(!isChoosing)}
        >
          <SmilePlus aria-hidden="true" />
        </button>
      ) : null}
    </div>
  );
}
