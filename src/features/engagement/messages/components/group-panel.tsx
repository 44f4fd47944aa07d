import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useOnlineIds } from '#base/browser/presence.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import {
  type Addressee,
  addToConversation,
  type Conversation,
  leaveConversation,
  messageKeys,
  renameConversation,
} from '../data.ts';
import { MAX_TITLE } from '../rules.ts';
import { PeoplePicker } from './people-picker.tsx';

type GroupProps = { conversation: Conversation };

/** Who takes part in a group; who leads it names it and chooses its members. */
export function GroupPanel({ conversation, onClose }: GroupProps & { onClose: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <SidePanel title={t('group.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className="grid gap-6">
        {conversation.is_admin ? <GroupName conversation={conversation} /> : null}
        <Members conversation={conversation} />
        {conversation.is_admin ? <AddMembers conversation={conversation} /> : null}
      </div>
    </SidePanel>
  );
}

function GroupName({ conversation: { id, title } }: GroupProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({ saved: { title }, validate: () => ({}) });
  useUnsavedInPanel(draft.isChanged);
  const { save, isSaving, problem } = useSave(() => renameConversation(db, id, draft.values.title.trim()), {
    form: draft,
    invalidates: [messageKeys.conversation(account_id, id), messageKeys.list(account_id)],
    done: t('group.renamed'),
  });
  return (
    <Form label={t('group.name')} problem={problem} onSubmit={() => void save()}>
      <TextField label={t('group.name')} isOptional maxLength={MAX_TITLE} {...draft.field('title')} />
      <Button type="submit" isBusy={isSaving} isDisabled={!draft.isChanged}>
        {t('group.rename')}
      </Button>
    </Form>
  );
}

function Members({ conversation: { id, people, is_admin } }: GroupProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const online = useOnlineIds();
  const removing = useSave((memberId: string) => leaveConversation(db, id, memberId), {
    invalidates: [messageKeys.conversation(account_id, id), messageKeys.list(account_id)],
  });
  return (
    <ul className="grid gap-2" aria-label={t('group.members')}>
      {people.map((person) => (
        <li key={person.id} className="row justify-between">
          <Avatar
            name={person.name}
            note={person.is_admin ? t('group.leads') : undefined}
            hueKey={person.user_id}
            sources={person.avatar ? [person.avatar] : []}
            isOnline={online.has(person.user_id)}
          />
          {is_admin ? (
            <IconButton
              icon={UserMinus}
              size="sm"
              label={t('group.remove', { name: person.name })}
              isBusy={removing.saving === person.id}
              onPress={() => void removing.save(person.id)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function AddMembers({ conversation: { id, people } }: GroupProps) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const [chosen, setChosen] = useState<Addressee[]>([]);
  const ids = chosen.map((person) => person.id);
  const { save, isSaving } = useSave(() => addToConversation(db, id, ids), {
    invalidates: [messageKeys.conversation(account_id, id), messageKeys.list(account_id)],
    done: t('group.added', { number: chosen.length }),
    onSaved: () => setChosen([]),
  });
  return (
    <section className="grid gap-3" aria-label={t('group.add')}>
      <h3 className="font-semibold">{t('group.add')}</h3>
      <p className="help">{t('group.addHelp')}</p>
      <PeoplePicker chosen={chosen} onChange={setChosen} without={people.map((person) => person.id)} />
      {chosen.length > 0 ? (
        <Button variant="primary" isBusy={isSaving} onPress={() => void save()}>
          {t('group.addChosen', { number: chosen.length })}
        </Button>
      ) : null}
    </section>
  );
}
