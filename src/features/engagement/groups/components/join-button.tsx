import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { buttonClass } from '#ui/buttons/button-class.ts';
import type { ListedGroup } from '../data.ts';
import { useGroupActions } from './use-group-actions.ts';

const MAX_OFFERS = 3;

/** The way into a group: join, ask to, accept or decline an invitation, or take back what one asked. */
export function JoinButton({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  const { join, leave } = useGroupActions(group.id);
  const isRequest = group.visibility === 'private' && group.request === null;
  if (group.role !== null) return null;
  if (group.join_by === 'access' && group.request === null) return <Offers group={group} />;
  if (group.request === 'request')
    return (
      <Button
        size="sm"
        isBusy={leave.isSaving}
        aria-label={t('actionOf', { action: t('withdraw'), name: group.title })}
        onPress={() => void leave.save()}
      >
        {t('withdraw')}
      </Button>
    );
  const word = group.request === 'invitation' ? 'accept' : isRequest ? 'request' : 'join';
  return (
    <div className="row">
      {group.request === 'invitation' ? (
        <Button
          size="sm"
          isBusy={leave.isSaving}
          aria-label={t('actionOf', { action: t('decline'), name: group.title })}
          onPress={() => void leave.save()}
        >
          {t('decline')}
        </Button>
      ) : null}
      <Button
        size="sm"
        isBusy={join.isSaving}
        aria-label={t('actionOf', { action: t(word), name: group.title })}
        onPress={() => void join.save()}
      >
        {t(word)}
      </Button>
    </div>
  );
}

/** A group that a course or a product opens is joined by having it. */
function Offers({ group }: { group: ListedGroup }) {
  const { t } = useTranslation('groups');
  return (
    <div className="row flex-wrap">
      {group.offers.slice(0, MAX_OFFERS).map(({ title, path }) => (
        // A page of the site is loaded whole.
        <a key={path} className={buttonClass({ size: 'sm' })} href={path}>
          {t('access.get', { title })}
        </a>
      ))}
    </div>
  );
}
