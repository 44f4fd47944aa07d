import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '#base/browser/member.ts';
import { usePostFiles } from '#features/engagement/threads/components/file-picker.tsx';
import { MentionList } from '#features/engagement/threads/components/mention-list.tsx';
import { useMentions } from '#features/engagement/threads/components/use-mentions.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Conversation, Message } from '../data.ts';
import { OfficeNote } from '../office-hours/components/office-note.tsx';
import { MAX_MESSAGE } from '../rules.ts';
import { ComposerFiles } from './composer-files.tsx';
import { type ComposerProps, useComposer } from './use-composer.ts';

/** Where a message is written. Enter sends, Shift and Enter begin a line; on a touch screen Enter begins a line. */
export function Composer(props: ComposerProps) {
  const { t } = useTranslation('messages');
  if (!props.conversation.can_write)
    return <p className="chat-closed">{t(props.conversation.people.length === 0 ? 'nobodyHere' : 'cantWrite')}</p>;
  return <OpenComposer {...props} key={props.conversation.id} />;
}

function OpenComposer(props: ComposerProps) {
  const { conversation, name, replyTo, onDone, onEditLast } = props;
  const { t } = useTranslation('messages');
  const { user_id } = useMember();
  const [other] = conversation.people;
  const field = useRef<HTMLTextAreaElement>(null);
  const files = usePostFiles(user_id, 'messages');
  const { text, change, send, canSend } = useComposer(props, files);
  const mentions = useMentions(sourceOf(conversation), field, text, change);
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);
  const onKey = onComposerKey({
    Enter: () => void send(),
    Escape: replyTo ? onDone : undefined,
    ArrowUp: text === '' ? onEditLast : undefined,
  });
  return (
    <form
      className="chat-composer"
      aria-label={t('writeTo', { name })}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
        field.current?.focus();
      }}
    >
      {conversation.kind === 'direct' && other ? <OfficeNote person={other} /> : null}
      {replyTo ? <ReplyLine message={replyTo} onCancel={onDone} /> : null}
      <ComposerFiles files={files} />
      <MentionList mentions={mentions} label={t('mention')} />
      <div className="chat-field">
        <AttachButton onFiles={files.add} />
        <textarea
          ref={field}
          className="input"
          dir="auto"
          rows={1}
          maxLength={MAX_MESSAGE}
          aria-label={t('writeTo', { name })}
          placeholder={t('placeholder')}
          value={text}
          {...mentions.fieldProps}
          onChange={({ target }) => {
            change(target.value);
            mentions.look(target);
          }}
          onPaste={({ clipboardData }) => files.add([...clipboardData.files])}
          onKeyDown={(event) => {
            if (!mentions.handleKey(event)) onKey(event);
          }}
        />
        <SendButton isDisabled={!canSend} />
      </div>
    </form>
  );
}

function SendButton({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation('messages');
  return (
    <IconButton
      type="submit"
      variant="primary"
      icon={SendHorizontal}
      isDirectional
      label={t('send')}
      isDisabled={isDisabled}
    />
  );
}

const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** Enter sends where there is a keyboard; Escape and the arrow do what their handler says, where there is one. */
function onComposerKey(handlers: {
  Enter: () => void;
  Escape: (() => void) | undefined;
  ArrowUp: (() => void) | undefined;
}) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.shiftKey || event.nativeEvent.isComposing || isTouch())) return;
    const handler =
      event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowUp' ? handlers[event.key] : undefined;
    if (!handler) return;
    event.preventDefault();
    handler();
  };
}

/** Those who take part, by what their name begins with. */
function sourceOf({ id, kind, people }: Conversation) {
  const begins = (text: string, term: string) => text.toLocaleLowerCase().startsWith(term.toLocaleLowerCase());
  return {
    key: id,
    read: async (term: string) =>
      kind === 'group'
        ? people
            .filter(({ name, slug }) => begins(slug, term) || name.split(' ').some((word) => begins(word, term)))
            .slice(0, 6)
        : [],
  };
}

function ReplyLine({ message, onCancel }: { message: Message; onCancel: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <div className="chat-reply">
      <p className="cut min-w-0 flex-1">
        {t('replyingTo', { name: `\u2068${message.author_name}\u2069` })}{' '}
        <bdi>{message.body.slice(0, 120) || t('aFile')}</bdi>
      </p>
      <IconButton size="sm" icon={X} label={t('cancelReply')} onPress={onCancel} />
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('messages');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be selected again after it was removed.
          event.target.value = '';
        }}
      />
      <IconButton icon={Paperclip} label={t('attach')} onPress={() => input.current?.click()} />
    </>
  );
}
