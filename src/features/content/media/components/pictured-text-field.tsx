import { type ComponentProps, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { call } from '#base/shared/call.ts';
import { showError } from '#ui/overlays/toaster.tsx';
import { RichTextField } from '#ui/rich-text/rich-text-field.tsx';
import type { LostPicture } from '#ui/rich-text/rich-text-paste.ts';
import { lostPictureMessages } from './lost-pictures.ts';
import { useSendPicture } from './send-picture.ts';
import { TextPicture } from './text-picture.tsx';

/** Rich text editor with images from the media library: picked, pasted or dropped. */
export function PicturedTextField(props: Omit<ComponentProps<typeof RichTextField>, 'choosePicture' | 'keepPicture'>) {
  const { t } = useTranslation('media');
  const site = useSite();
  const sendPicture = useSendPicture();
  const uploadPicture = {
    isOwn: (src: string) => {
      const url = URL.parse(src, site.origin);
      if (!url || !/^https?:$/.test(url.protocol)) return false;
      return [location.origin, site.origin, site.backend.url && new URL(site.backend.url).origin].includes(url.origin);
    },
    keep: async (source: Blob | string) => sendPicture(await fileOf(source)),
    onLost: (lost: readonly LostPicture[]) => {
      for (const { key, values } of lostPictureMessages(lost)) showError(t(`paste.${key}`, values));
    },
  };
  const latest = useRef(uploadPicture);
  latest.current = uploadPicture;
  // The editor is created once; the ref holds the current upload function.
  const upload = useRef(() => latest.current);

  async function fileOf(source: Blob | string): Promise<File> {
    const blob = typeof source === 'string' ? await elsewhere(source) : source;
    const name = nameOf(typeof source === 'string' ? source : '', blob.type);
    return new File([blob], name, { type: blob.type });
  }
  async function elsewhere(address: string): Promise<Blob> {
    // A `file:` or `blob:` URL of another window or program can't be read from here.
    if (!/^https?:/i.test(address)) throw new Error(t('paste.notReadable'));
    const response = await call('/api/media/fetch-picture', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    });
    if (response.ok) return response.blob();
    const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    throw new Error(body?.error?.message ?? t('picture.failed'));
  }
  return <RichTextField {...props} choosePicture={TextPicture} keepPicture={upload.current} />;
}

/** File name of a pasted image: the one in its URL, with the extension of its type. */
function nameOf(src: string, type: string): string {
  const ending = type.split('/')[1]?.replace('jpeg', 'jpg').replace('svg+xml', 'svg') ?? 'png';
  const fileName = /^https?:/i.test(src) ? (URL.parse(src)?.pathname.split('/').pop() ?? '') : '';
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 60);
  return `${/^[\w-]+$/.test(stem) ? stem : 'picture'}.${ending}`;
}
