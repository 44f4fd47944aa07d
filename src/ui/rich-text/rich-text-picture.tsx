import { type Editor, useEditorState } from '@tiptap/react';
import { ImagePlus } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { insertBlocks } from './rich-text-blocks.ts';

/** A picture in a text; `width` and `height` are its intrinsic size in pixels. */
export type TextPicture = { src: string; alt: string; width?: number; height?: number };

/** Opens the picture picker. `picture` is the selected one, null to insert. */
export type ChoosePicture = ComponentType<{
  picture: TextPicture | null;
  onPick: (picture: TextPicture) => void;
  onClose: () => void;
}>;

/** Inserts a picture at the selection, or changes the selected one. */
export function PictureButton({ editor, choosePicture: Chooser }: { editor: Editor; choosePicture: ChoosePicture }) {
  const { t } = useTranslation('ui');
  const [isOpen, setOpen] = useState(false);
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('image') });
  return (
    <>
      <IconButton
        size="sm"
        icon={ImagePlus}
        label={t('text.picture')}
        variant={isOn ? 'soft' : 'quiet'}
        onPress={() => setOpen(true)}
      />
      {isOpen ? (
        <Chooser
          picture={selectedIn(editor)}
          onPick={(picture) => {
            setOpen(false);
            insertBlocks(editor, [{ type: 'image', attrs: picture }]);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function selectedIn(editor: Editor): TextPicture | null {
  if (!editor.isActive('image')) return null;
  const { src, alt, width, height } = editor.getAttributes('image');
  const size = Number(width) && Number(height) ? { width: Number(width), height: Number(height) } : {};
  return { src: String(src ?? ''), alt: String(alt ?? ''), ...size };
}
