import type { Fragment } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import type { TextPicture } from './rich-text-picture.tsx';

/** Puts a pasted picture where the texts of a site have theirs; rejects with a sentence where it can't. */
export type KeepPicture = {
  /** Whether an address is one of the site itself already. */
  isOwn: (src: string) => boolean;
  /** A picture that was pasted as a file or written out in the markup, or the address it lies at. */
  keep: (source: Blob | string) => Promise<Omit<TextPicture, 'alt'>>;
  /** Says why a picture was left out, or where it still comes from. */
  onLost: (src: string, error: Error) => void;
};

/** Addresses that mean something in this window alone: nothing of them is saved. */
const PASSING = /^(?:blob|data|file|cid|about):/i;
const PASSING_PICTURE = /<img\b[^>]*\ssrc="(?:blob|data|file|cid|about):[^"]*"[^>]*>/gi;

/** A text as it is saved: without pictures that are still on their way. */
export function withoutPassing(html: string): string {
  return html.replace(PASSING_PICTURE, '');
}

/** Markup whose pictures written out in it are files of this window, which an editor takes. */
export function withPictureFiles(html: string, addressOf: (file: Blob) => string): string {
  return html.replace(
    /(<img\b[^>]*?\ssrc=)(["'])(data:[^"']*)\2/gi,
    (_, before: string, quote: string, src: string) => {
      const file = fileOfData(src);
      return `${before}${quote}${file ? addressOf(file) : 'about:blank'}${quote}`;
    },
  );
}

/** The picture that a `data:` address holds; null where it holds something else. */
export function fileOfData(src: string): Blob | null {
  const [, type = '', base64, body = ''] =
    /^data:(image\/[a-z+.-]+)(?:;[\w-]+=[^;,]*)*(;base64)?,(.*)$/is.exec(src) ?? [];
  if (!type) return null;
  try {
    const text = base64 ? atob(body.replace(/\s/g, '')) : decodeURIComponent(body);
    const bytes = base64 ? Uint8Array.from(text, (sign) => sign.charCodeAt(0)) : new TextEncoder().encode(text);
    return new Blob([bytes], { type: type.toLowerCase() });
  } catch {
    return null;
  }
}

/** The pictures of a fragment that lie elsewhere, each address once. */
export function foreignPictures(content: Fragment, isOwn: (src: string) => boolean): string[] {
  const addresses = new Set<string>();
  content.descendants((node) => {
    const src = String(node.attrs.src ?? '');
    if (node.type.name === 'image' && src !== '' && !isOwn(src)) addresses.add(src);
  });
  return [...addresses];
}

/**
 * Puts another picture in every place of one, or takes it away. It is no step of its own: an undo brings back what was
 * before the paste, never an address that leads nowhere.
 */
export function replacePicture(state: EditorState, src: string, picture: Omit<TextPicture, 'alt'> | null): Transaction {
  const { tr } = state;
  const positions: number[] = [];
  state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.src === src) positions.push(at);
  });
  for (const at of positions.toReversed()) {
    const node = tr.doc.nodeAt(at);
    if (!node) continue;
    if (picture) tr.setNodeMarkup(at, undefined, { ...node.attrs, ...picture });
    else tr.delete(at, at + node.nodeSize);
  }
  return tr.setMeta('addToHistory', false);
}

/** Pictures that are pasted or dropped go into the library of the site; what is elsewhere is fetched. */
export const pastedPictures = (keeping: () => KeepPicture) =>
  Extension.create({
    name: 'pastedPictures',
    addProseMirrorPlugins() {
      const { editor } = this;
      const files = new Map<string, Blob>();
      const addressOf = (file: Blob) => {
        const src = URL.createObjectURL(file);
        files.set(src, file);
        return src;
      };
      const settle = async (src: string) => {
        try {
          const picture = await keeping().keep(files.get(src) ?? src);
          if (!editor.isDestroyed) editor.view.dispatch(replacePicture(editor.state, src, picture));
        } catch (error) {
          if (!editor.isDestroyed && PASSING.test(src)) editor.view.dispatch(replacePicture(editor.state, src, null));
          keeping().onLost(src, error as Error);
        } finally {
          files.delete(src);
          URL.revokeObjectURL(src);
        }
      };
      const take = (content: Fragment, data: DataTransfer | null): boolean => {
        const sent = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
        const foreign = foreignPictures(content, keeping().isOwn);
        // A copied picture comes as its file and as markup with its address: the file needs no fetching.
        const isOnlyPictures = content.textBetween(0, content.size, ' ').trim() === '' && foreign.length <= 1;
        if (sent.length > 0 && isOnlyPictures) {
          for (const file of sent) {
            const src = addressOf(file);
            editor
              .chain()
              .focus()
              .insertContent({ type: 'image', attrs: { src, alt: '' } })
              .run();
            void settle(src);
          }
          return true;
        }
        // Once what was pasted stands in the text.
        queueMicrotask(() => {
          for (const src of foreign) void settle(src);
        });
        return false;
      };
      return [
        new Plugin({
          props: {
            transformPastedHTML: (html) => withPictureFiles(html, addressOf),
            handlePaste: (_view, event, slice) => take(slice.content, event.clipboardData),
            handleDrop: (_view, event, slice, moved) => !moved && take(slice.content, event.dataTransfer),
          },
        }),
      ];
    },
  });
