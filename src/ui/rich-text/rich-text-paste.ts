import type { Fragment } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { Plugin } from '@tiptap/pm/state';
import { Extension } from '@tiptap/react';
import { insertBlocks } from './rich-text-blocks.ts';
import type { TextPicture } from './rich-text-picture.tsx';

/** Uploads a pasted picture to the site's library; rejects with a message. */
export type UploadPicture = {
  /** Whether a URL belongs to the site already. */
  isOwn: (src: string) => boolean;
  /** A picture pasted as a file or `data:` URL, or its remote URL. */
  keep: (source: Blob | string) => Promise<Omit<TextPicture, 'alt'>>;
  /** Reports the pictures of a paste that were left out or are still remote, and why. */
  onLost: (lost: readonly LostPicture[]) => void;
};

export type LostPicture = { src: string; error: Error };

/** `blob:` URLs are valid in this window only: they are never saved. */
const PASSING = /^(?:blob|data|file|cid|about):/i;
const PASSING_PICTURE = /<img\b[^>]*\ssrc="(?:blob|data|file|cid|about):[^"]*"[^>]*>/gi;

/** The text to save: without pictures that are still uploading. */
export function withoutTemporaryPictures(html: string): string {
  return html.replace(PASSING_PICTURE, '');
}

/** Replaces `data:` images in pasted markup by `blob:` URLs, which the editor accepts. */
export function withPictureFiles(html: string, addressOf: (file: Blob) => string): string {
  return html.replace(
    /(<img\b[^>]*?\ssrc=)(["'])(data:[^"']*)\2/gi,
    (_, before: string, quote: string, src: string) => {
      const file = fileOfData(src);
      return `${before}${quote}${file ? addressOf(file) : 'about:blank'}${quote}`;
    },
  );
}

/** The picture in a `data:` URL; null for other content. */
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

/** The remote pictures of a fragment, each URL once. */
export function remotePictures(content: Fragment, isOwn: (src: string) => boolean): string[] {
  const addresses = new Set<string>();
  content.descendants((node) => {
    const src = String(node.attrs.src ?? '');
    if (node.type.name === 'image' && src !== '' && !isOwn(src)) addresses.add(src);
  });
  return [...addresses];
}

/**
 * Replaces or removes every occurrence of a picture. It is not added to the history: an undo restores the state before
 * the paste, never a dead URL.
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

/** Uploads pasted or dropped pictures to the site's library; remote ones are fetched. */
export const pastedPictures = (keeping: () => UploadPicture) =>
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
      const settle = async (src: string): Promise<LostPicture | undefined> => {
        try {
          const picture = await keeping().keep(files.get(src) ?? src);
          if (!editor.isDestroyed) editor.view.dispatch(replacePicture(editor.state, src, picture));
        } catch (error) {
          if (!editor.isDestroyed && PASSING.test(src)) editor.view.dispatch(replacePicture(editor.state, src, null));
          return { src, error: error as Error };
        } finally {
          files.delete(src);
          URL.revokeObjectURL(src);
        }
      };
      const settleAll = async (addresses: readonly string[]) => {
        const lost = (await Promise.all(addresses.map(settle))).filter((picture) => picture !== undefined);
        if (lost.length > 0) keeping().onLost(lost);
      };
      const take = (content: Fragment, data: DataTransfer | null): boolean => {
        const sent = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
        const foreign = remotePictures(content, keeping().isOwn);
        // A copied picture arrives as a file and as markup with its URL: the file needs no fetching.
        const isOnlyPictures = content.textBetween(0, content.size, ' ').trim() === '' && foreign.length <= 1;
        if (sent.length > 0 && isOnlyPictures) {
          const addresses = sent.map(addressOf);
          insertBlocks(
            editor,
            addresses.map((src) => ({ type: 'image', attrs: { src, alt: '' } })),
          );
          void settleAll(addresses);
          return true;
        }
        // After the pasted content has been inserted.
        queueMicrotask(() => void settleAll(foreign));
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
