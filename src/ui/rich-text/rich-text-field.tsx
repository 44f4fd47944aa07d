import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId } from 'react';
import { longTextExtensions, pictureExtension } from './rich-text-extensions.ts';
import { pastedPictures, type UploadPicture, withoutTemporaryPictures } from './rich-text-paste.ts';
import type { ChoosePicture } from './rich-text-picture.tsx';
import { Tools } from './rich-text-tools.tsx';

const shortText = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, autolink: true, protocols: ['mailto'], HTMLAttributes: { target: null, rel: null } },
  }),
];
const longText = [...shortText, ...longTextExtensions];
const withPictures = { short: [...shortText, pictureExtension], long: [...longText, pictureExtension] };

function extensionsOf(isLong: boolean, hasPictures: boolean) {
  if (hasPictures) return isLong ? withPictures.long : withPictures.short;
  return isLong ? longText : shortText;
}

/** A rich text editor; its value is HTML. Whatever the server sanitizes on save comes back in `value`. */
export function RichTextField({
  label,
  value,
  onChange,
  isLong = false,
  choosePicture,
  keepPicture,
}: {
  label: string;
  value: string;
  onChange: (html: string) => void;
  /** Whether tables, code, callouts and embeds are allowed. */
  isLong?: boolean;
  /** Opens the picture picker; without it there are no pictures. */
  choosePicture?: ChoosePicture;
  /** Uploads pasted pictures; must be the same function for the field's lifetime. */
  keepPicture?: () => UploadPicture;
}) {
  const id = useId();
  const editor = useEditor({
    extensions: [
      ...extensionsOf(isLong, choosePicture !== undefined),
      ...(keepPicture ? [pastedPictures(keepPicture)] : []),
    ],
    content: value,
    immediatelyRender: false,
    editorProps: {
      attributes: {
        class:
          'prose min-h-40 p-3 outline-none text-base [&>h2]:text-xl [&>h2]:mt-6 [&>h3]:text-base [&>h3]:mt-4 [&_img.ProseMirror-selectednode]:ring-2 [&_img.ProseMirror-selectednode]:ring-primary',
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-labelledby': id,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(savedHtml(changed)),
  });
  useEffect(() => {
    if (!editor) return;
    const own = savedHtml(editor);
    if (own !== value && !editor.isFocused) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="overflow-hidden rounded-lg border border-line-2 bg-base-100 focus-within:border-primary focus-within:ring-2">
        {editor ? <Tools editor={editor} label={label} isLong={isLong} choosePicture={choosePicture} /> : null}
        <EditorContent editor={editor} />
      </div>
    </div>
  );
}

/** The saved HTML; empty for an empty text. */
function savedHtml(editor: Editor): string {
  return editor.isEmpty ? '' : withoutTemporaryPictures(editor.getHTML());
}
