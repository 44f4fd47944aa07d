import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type Addressee, messageKeys, startConversation } from '../data.ts';
import { MAX_MEMBERS, MAX_TITLE } from '../rules.ts';
import { PeoplePicker } from './people-picker.tsx';

/** Begins a conversation: with one member, or with several, then it can have a name. */
export function NewConversation({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Addressee[]>([]);
  const [title, setTitle] = useState('');
  // Asked again after a lost answer, it is the same group.
  const [id] = useState(() => crypto.randomUUID());
  const isGroup = chosen.length > 1;
  const ids = chosen.map((person) => person.id);
  const { save, isSaving, problem } = useSave(() => startConversation(db, ids, isGroup ? title.trim() : '', id), {
    isInForm: true,
    invalidates: [messageKeys.list(account_id)],
    onSaved: (conversation) => {
      onClose();
      void navigate(paths.conversation(conversation));
    },
  });
  return (
    <SidePanel
      title={t('new.title')}
      isOpen
      isChanged={chosen.length > 0 && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button
          variant="primary"
          isDisabled={chosen.length === 0 || chosen.length >= MAX_MEMBERS}
          isBusy={isSaving}
          onPress={() => void save()}
        >
          {t('new.start')}
        </Button>
      }
    >
      <Form label={t('new.title')} problem={problem} onSubmit={() => chosen.length > 0 && void save()}>
        {isGroup ? (
          <TextField label={t('group.name')} isOptional maxLength={MAX_TITLE} value={title} onChange={setTitle} />
        ) : null}
        <PeoplePicker chosen={chosen} onChange={setChosen} />
      </Form>
    </SidePanel>
  );
}
