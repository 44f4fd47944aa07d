import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { editMessage, type Message, messageKeys } from '../data.ts';
import { MAX_MESSAGE } from '../rules.ts';

/** Changes a message in its place: Enter saves, Escape leaves it as it was. */
export function EditMessage({ message, onDone }: { message: Message; onDone: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const [body, setBody] = useState(message.body);
  const { save, isSaving, problem } = useSave(() => editMessage(db, message.id, body), {
    isInForm: true,
    invalidates: [messageKeys.thread(account_id, message.conversation_id), messageKeys.list(account_id)],
    onSaved: onDone,
  });
  return (
    <Form className="min-w-0 flex-1" label={t('edit')} problem={problem} onSubmit={() => void save()}>
      <TextArea
        label={t('edit')}
        rows={2}
        dir="auto"
        autoFocus
        maxLength={MAX_MESSAGE}
        value={body}
        onChange={setBody}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            void save();
          } else event.continuePropagation();
        }}
      />
      <div className="row">
        <Button type="submit" size="sm" variant="primary" isBusy={isSaving}>
          {t('save')}
        </Button>
        <Button size="sm" variant="quiet" onPress={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  );
}
