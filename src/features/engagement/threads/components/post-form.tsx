import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { readBackup, removeBackup, saveBackup } from '#ui/fields/local-backup.ts';
import { useAction } from '#ui/fields/use-action.ts';
import { peopleToMention, type Thread, type ThreadPost } from '../data.ts';
import { MAX_POST } from '../rules.ts';
import { FilePicker, usePostFiles } from './file-picker.tsx';
import { MentionList } from './mention-list.tsx';
import { useMentions } from './use-mentions.ts';
import { useWords } from './use-words.ts';
import { type PostExtras, writePost } from './write-post.ts';

type Props = {
  thread: Thread;
  userId: string;
  replyTo?: ThreadPost;
  edited?: ThreadPost;
  /** What else a post may have: its fields, what they hold, and emptying them once it is sent. */
  extras?: { fields: ReactNode; values: () => PostExtras; clear: () => void };
  /** With what the live region then says. */
  onDone: (message: string) => Promise<void>;
  onCancel?: () => void;
};

/** The form to write, reply or edit. What is typed is backed up on the device until it is sent. */
export function PostForm(props: Props) {
  const { thread, replyTo, edited, onCancel } = props;
  const { t } = useTranslation('threads');
  const words = useWords();
  const site = useSite();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, change, problem, files, send, isRunning, removeDraft } = usePost(props);
  // A form that was opened takes the focus; the one below the thread waits for it.
  useEffect(() => {
    if (replyTo || edited) field.current?.focus();
  }, [replyTo, edited]);
  const people = { key: thread.id, read: (term: string) => peopleToMention(dbOf(site), thread.id, term) };
  const mentions = useMentions(people, field, text, change);
  function cancel() {
    removeDraft();
    onCancel?.();
  }
  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className="field-label" htmlFor={id}>
        {replyTo ? t('conversation.yourAnswer') : words(edited ? 'conversation.editOwn' : 'conversation.yours')}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        dir="auto"
        rows={replyTo ? 3 : 4}
        maxLength={MAX_POST}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        {...mentions.fieldProps}
        onChange={(event) => {
          change(event.target.value);
          mentions.look(event.target);
        }}
        onKeyDown={(event) => {
          if (mentions.handleKey(event)) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          else if (event.key === 'Escape' && onCancel) cancel();
        }}
      />
      <MentionList mentions={mentions} label={t('conversation.people')} />
      <Problem id={`${id}-problem`} text={problem} />
      {props.extras?.fields}
      {edited ? null : <FilePicker files={files} />}
      <FormButtons isEdit={edited !== undefined} isRunning={isRunning} onCancel={onCancel && cancel} />
    </form>
  );
}

function Problem({ id, text }: { id: string; text: string }) {
  if (!text) return null;
  return (
    <p id={id} className="field-error" role="alert">
      {text}
    </p>
  );
}

function FormButtons({
  isEdit,
  isRunning,
  onCancel,
}: {
  isEdit: boolean;
  isRunning: boolean;
  onCancel: (() => void) | undefined;
}) {
  const { t } = useTranslation('threads');
  const words = useWords();
  return (
    <p className="comment-tools">
      <button type="submit" className="btn btn-primary btn-lg" aria-disabled={isRunning}>
        {isEdit ? t('conversation.save') : words('conversation.send')}
      </button>
      {onCancel ? (
        <button type="button" className="link" onClick={onCancel}>
          {t('conversation.cancel')}
        </button>
      ) : null}
    </p>
  );
}

/** What is written, backed up on the device, and sending it. */
function usePost({ thread, userId, replyTo, edited, extras, onDone }: Props) {
  const { t } = useTranslation('threads');
  const words = useWords();
  const site = useSite();
  const backup = `thread-post:${edited?.id ?? `${thread.id}:${replyTo?.id ?? ''}`}`;
  const [text, setText] = useState(() => readBackup<string>(backup)?.value ?? edited?.content ?? '');
  const [problem, setProblem] = useState('');
  const files = usePostFiles(userId);
  const { run, isRunning } = useAction();
  function change(value: string) {
    setText(value);
    setProblem('');
    if (value.trim()) saveBackup(backup, value);
    else removeBackup(backup);
  }
  const send = () =>
    run(async () => {
      const content = text.trim();
      if (!content) return setProblem(t('conversation.needed'));
      try {
        const written = await writePost(
          dbOf(site),
          edited
            ? { id: edited.id, content }
            : {
                thread_id: thread.id,
                reply_to: replyTo?.id ?? null,
                content,
                files: await files.settled(),
                ...extras?.values(),
              },
        );
        removeBackup(backup);
        setText('');
        files.clear();
        extras?.clear();
        const message = written.status === 'waiting' ? 'isWaiting' : edited ? 'isSaved' : 'isShown';
        await onDone(words(`conversation.${message}`));
      } catch (error) {
        setProblem(error instanceof Error && error.message ? error.message : t('conversation.failed'));
      }
    });
  return { text, change, problem, files, send, isRunning, removeDraft: () => removeBackup(backup) };
}
