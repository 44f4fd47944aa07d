import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMember } from '#base/browser/member.ts';
import { usePostFiles } from '#features/engagement/threads/components/file-picker.tsx';
import { MentionList } from '#features/engagement/threads/components/mention-list.tsx';
import { useMentions } from '#features/engagement/threads/components/use-mentions.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { Conversation, Message } from '../data.ts';
import { MAX_MESSAGE } from '../rules.ts';
import { ComposerFiles } from './composer-files.tsx';
import { useComposer } from './use-composer.ts';

export type ComposerProps = {
  conversation: Conversation;
  name: string;
  replyTo: Message | null;
  onTyping: () => void;
  /** The reply was sent, or is not wanted any more. */
  onDone: () => void;
  onEditLast: () => void;
};

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
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const files = usePostFiles(user_id, 'messages');
  const { text, change, send, canSend } = useComposer(props, files);
  const mentions = useMentions(sourceOf(conversation), field, text, change);
  useEffect(() => {
    if (replyTo) field.current?.focus();
  }, [replyTo]);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && !isTouch()) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape' && replyTo) onDone();
    else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
  }
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
      {replyTo ? <ReplyLine message={replyTo} onCancel={onDone} /> : null}
      <ComposerFiles files={files} />
      <MentionList mentions={mentions} label={t('mention')} />
      <div className="chat-field">
        <AttachButton onFiles={files.add} />
        <label className="vh" htmlFor={id}>
          {t('writeTo', { name })}
        </label>
        <textarea
          ref={field}
          id={id}
          className="input"
          dir="auto"
          rows={1}
          maxLength={MAX_MESSAGE}
          placeholder={t('placeholder')}
          value={text}
          {...mentions.fieldProps}
          onChange={(event) => {
            change(event.target.value);
            mentions.look(event.target);
          }}
          onPaste={(event) => {
            if (event.clipboardData.files.length > 0) files.add([...event.clipboardData.files]);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          type="submit"
          variant="primary"
          icon={SendHorizontal}
          isDirectional
          label={t('send')}
          isDisabled={!canSend}
        />
      </div>
    </form>
  );
}

const isTouch = () => matchMedia('(pointer: coarse)').matches;

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
