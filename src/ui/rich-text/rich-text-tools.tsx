import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { ButtonContext, Toolbar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { AddressDialog } from './rich-text-address.tsx';
import { Inserts } from './rich-text-inserts.tsx';
import { type ChoosePicture, PictureButton } from './rich-text-picture.tsx';

type Tool = { key: string; icon: LucideIcon; run: (editor: Editor) => void; isOn?: (editor: Editor) => boolean };

const tools: Tool[] = [
  { key: 'bold', icon: Bold, run: (e) => e.chain().focus().toggleBold().run(), isOn: (e) => e.isActive('bold') },
  {
    key: 'italic',
    icon: Italic,
    run: (e) => e.chain().focus().toggleItalic().run(),
    isOn: (e) => e.isActive('italic'),
  },
  {
    key: 'heading',
    icon: Heading2,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    key: 'subheading',
    icon: Heading3,
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    key: 'list',
    icon: List,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    isOn: (e) => e.isActive('bulletList'),
  },
  {
    key: 'numbers',
    icon: ListOrdered,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    isOn: (e) => e.isActive('orderedList'),
  },
  {
    key: 'quote',
    icon: Quote,
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    isOn: (e) => e.isActive('blockquote'),
  },
];

/** The tool bar of a rich text editor. */
export function Tools({
  editor,
  label,
  isLong,
  choosePicture,
}: {
  editor: Editor;
  label: string;
  isLong: boolean;
  choosePicture?: ChoosePicture;
}) {
  const { t } = useTranslation('ui');
  const [isLinking, setLinking] = useState(false);
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.filter((tool) => tool.isOn?.(now)).map((tool) => tool.key),
      isLink: now.isActive('link'),
      href: String(now.getAttributes('link').href ?? ''),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  });
  return (
    <Toolbar aria-label={t('text.tools', { label })} className="flex flex-wrap gap-1 border-b border-line p-1">
      {/* A press leaves the focus in the text: what is typed right after it goes there, not to the button. */}
      <ButtonContext value={{ preventFocusOnPress: true }}>
        {tools.map((tool) => (
          <IconButton
            key={tool.key}
            size="sm"
            icon={tool.icon}
            label={t(`text.${tool.key}`)}
            variant={state.on.includes(tool.key) ? 'soft' : 'quiet'}
            aria-pressed={state.on.includes(tool.key)}
            onPress={() => tool.run(editor)}
          />
        ))}
      </ButtonContext>
      <IconButton
        size="sm"
        icon={Link2}
        label={t('text.link')}
        variant={state.isLink ? 'soft' : 'quiet'}
        onPress={() => setLinking(true)}
      />
      {isLong ? <Inserts editor={editor} /> : null}
      {choosePicture ? <PictureButton editor={editor} choosePicture={choosePicture} /> : null}
      <HistoryButtons editor={editor} canUndo={state.canUndo} canRedo={state.canRedo} />
      {isLinking ? <LinkDialog editor={editor} href={state.href} onClose={() => setLinking(false)} /> : null}
    </Toolbar>
  );
}

function HistoryButtons({ editor, canUndo, canRedo }: { editor: Editor; canUndo: boolean; canRedo: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <>
      <IconButton
        size="sm"
        icon={Undo2}
        isDirectional
        label={t('text.undo')}
        isDisabled={!canUndo}
        onPress={() => editor.chain().focus().undo().run()}
      />
      <IconButton
        size="sm"
        icon={Redo2}
        isDirectional
        label={t('text.redo')}
        isDisabled={!canRedo}
        onPress={() => editor.chain().focus().redo().run()}
      />
    </>
  );
}

function LinkDialog({ editor, href, onClose }: { editor: Editor; href: string; onClose: () => void }) {
  const { t } = useTranslation('ui');
  const linkAtCursor = () => editor.chain().focus().extendMarkRange('link');
  return (
    <AddressDialog
      title={t('text.link')}
      description={t('text.addressHelp')}
      current={href}
      accepts={/^(https?:\/\/|mailto:|\/|#)\S+$/}
      confirmLabel={t('text.setLink')}
      onConfirm={(address) => linkAtCursor().setLink({ href: address }).run()}
      remove={href ? { label: t('text.unlink'), onRemove: () => linkAtCursor().unsetLink().run() } : undefined}
      onClose={onClose}
    />
  );
}
