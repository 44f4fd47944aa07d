import { useEffect, useEffectEvent, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import type { PostFiles } from '#features/engagement/threads/components/file-picker.tsx';
import { readBackup, removeBackup, saveBackup } from '#ui/fields/local-backup.ts';
import { type Conversation, type Message, savePreferences } from '../data.ts';
import { useOutbox } from './shared-outbox.ts';

export type ComposerProps = {
  conversation: Conversation;
  name: string;
  replyTo: Message | null;
  onTyping: () => void;
  /** The reply was sent, or is not wanted any more. */
  onDone: () => void;
  onEditLast: () => void;
};

/** How long after the last key a draft is saved for the person's other devices. */
const SAVE_AFTER_MS = 1200;

/** What is typed, kept as the draft of its conversation, and sending it. */
export function useComposer({ conversation, replyTo, onTyping, onDone }: ComposerProps, files: PostFiles) {
  const { outbox } = useOutbox();
  const { text, change } = useMessageDraft(conversation);
  const chosen = files.files.filter(({ problem }) => !problem);
  const canSend = text.trim() !== '' || chosen.length > 0;
  async function send() {
    if (!canSend || !outbox) return;
    const body = text.trim();
    change('');
    onDone();
    const names = chosen.map(({ name }) => name);
    const paths = await files.settled();
    files.clear();
    if (!body && paths.length === 0) return;
    outbox.add({
      client_id: crypto.randomUUID(),
      conversation_id: conversation.id,
      body,
      reply_to: replyTo?.id ?? null,
      files: paths,
      file_names: names,
      created_at: new Date().toISOString(),
    });
  }
  return {
    text,
    change: (value: string) => {
      change(value);
      if (value) onTyping();
    },
    send,
    canSend,
  };
}

/** The draft of a conversation: on this device at once, and a little later on the server for the others. */
function useMessageDraft({ id, draft }: ComposerProps['conversation']) {
  const db = useDb();
  const { account_id } = useAccount();
  const member = useMember();
  const backup = `message-draft:${id}`;
  const [text, setText] = useState(draft);
  const [saved, setSaved] = useState(draft);
  const save = useEffectEvent(async () => {
    if (text === saved) return;
    try {
      await savePreferences(db, account_id, id, member.id, { draft: text });
      setSaved(text);
      removeBackup(backup);
    } catch {
      // The copy on this device stays; the next key or visit saves it.
    }
  });
  // The server renders what it knows; what only this device has comes after.
  useEffect(() => {
    const own = readBackup<string>(backup);
    if (own) setText(own.value);
  }, [backup]);
  useEffect(() => {
    if (text === saved) return;
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, saved]);
  return {
    text,
    change: (value: string) => {
      setText(value);
      saveBackup(backup, value);
    },
  };
}
