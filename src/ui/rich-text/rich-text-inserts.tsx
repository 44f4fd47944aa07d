import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, toggleHeaderRow } from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { Code, Info, Minus, Strikethrough, Table2, TvMinimalPlay } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { MenuButton } from '../overlays/menu.tsx';
import { AddressDialog } from './rich-text-address.tsx';
import { insertBlocks } from './rich-text-blocks.ts';
import { type CalloutKind, calloutKinds } from './rich-text-extensions.ts';
import { insertTable } from './rich-text-table.ts';

/** Insert menu of a long text: code, callouts, tables, embeds. */
export function Inserts({ editor }: { editor: Editor }) {
  const { t } = useTranslation('ui');
  const [isEmbedding, setEmbedding] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isCode: now.isActive('codeBlock'),
      isStruck: now.isActive('strike'),
      isTable: now.isActive('table'),
      callout: now.isActive('callout') ? String(now.getAttributes('callout').kind) : null,
    }),
  });
  return (
    <>
      <IconButton
        size="sm"
        icon={Strikethrough}
        label={t('text.strike')}
        variant={state.isStruck ? 'soft' : 'quiet'}
        aria-pressed={state.isStruck}
        onPress={() => editor.chain().focus().toggleStrike().run()}
      />
      <IconButton
        size="sm"
        icon={Code}
        label={t('text.code')}
        variant={state.isCode ? 'soft' : 'quiet'}
        aria-pressed={state.isCode}
        onPress={() => editor.chain().focus().toggleCodeBlock().run()}
      />
      <IconButton
        size="sm"
        icon={Minus}
        label={t('text.line')}
        onPress={() => editor.chain().focus().setHorizontalRule().run()}
      />
      <CalloutMenu editor={editor} kind={state.callout} />
      {state.isTable ? (
        <TableMenu editor={editor} />
      ) : (
        <IconButton size="sm" icon={Table2} label={t('text.table')} onPress={() => insertTable(editor)} />
      )}
      <IconButton size="sm" icon={TvMinimalPlay} label={t('text.embed')} onPress={() => setEmbedding(true)} />
      {isEmbedding ? <EmbedDialog editor={editor} onClose={() => setEmbedding(false)} /> : null}
    </>
  );
}

function CalloutMenu({ editor, kind: current }: { editor: Editor; kind: string | null }) {
  const { t } = useTranslation('ui');
  const kinds = calloutKinds.map((kind) => ({
    id: kind,
    label: t(`text.callouts.${kind}`),
    onAction: () => setCallout(editor, current, kind),
  }));
  const lift = { id: 'lift', label: t('text.calloutEnd'), onAction: () => setCallout(editor, current, null) };
  return (
    <MenuButton
      label={t('text.callout')}
      trigger={<IconButton size="sm" icon={Info} label={t('text.callout')} variant={current ? 'soft' : 'quiet'} />}
      groups={[{ id: 'kinds', items: kinds }, ...(current ? [{ id: 'end', items: [lift] }] : [])]}
    />
  );
}

function setCallout(editor: Editor, now: string | null, kind: CalloutKind | null): void {
  const chain = editor.chain().focus();
  if (kind === null) chain.lift('callout').run();
  else if (now) chain.updateAttributes('callout', { kind }).run();
  else chain.wrapIn('callout', { kind }).run();
}

const tableChanges = { addRowAfter, addColumnAfter, deleteRow, deleteColumn, toggleHeaderRow, deleteTable };

function TableMenu({ editor }: { editor: Editor }) {
  const { t } = useTranslation('ui');
  return (
    <MenuButton
      label={t('text.tableChange')}
      trigger={<IconButton size="sm" icon={Table2} label={t('text.tableChange')} variant="soft" />}
      groups={[
        {
          id: 'table',
          items: Object.entries(tableChanges).map(([id, change]) => ({
            id,
            label: t(`text.tableChanges.${id}`),
            isDanger: id === 'deleteTable',
            onAction: () => {
              editor.commands.focus();
              change(editor.state, editor.view.dispatch);
            },
          })),
        },
      ]}
    />
  );
}

function EmbedDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation('ui');
  return (
    <AddressDialog
      title={t('text.embed')}
      description={t('text.embedHelp')}
      current=""
      accepts={/^https:\/\/[^\s"<>]{3,480}$/}
      confirmLabel={t('text.insert')}
      onConfirm={(address) => insertBlocks(editor, [{ type: 'embed', attrs: { address } }])}
      onClose={onClose}
    />
  );
}
