import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import type { BlockPicture } from '#base/shared/blocks.ts';
import { blurOf } from '#base/shared/pictures.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

const MOST_BYTES = 10 * 1024 * 1024;
const kinds = ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/avif', 'image/webp', 'image/svg+xml'];

/** A picture of the site: sent to the account's public files, with the words for those who can't see it. */
export function PictureField({
  label,
  value,
  onChange,
  isDescribed = true,
}: {
  label: string;
  value: BlockPicture | undefined;
  onChange: (picture: BlockPicture) => void;
  /** Whether words for those who can't see it are asked for. */
  isDescribed?: boolean;
}) {
  const { t } = useTranslation('media');
  const wire = useWire();
  const { account_id } = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [state, setState] = useState<{ isBusy: boolean; problem: string }>({ isBusy: false, problem: '' });

  async function send(file: File) {
    if (!kinds.includes(file.type)) return setState({ isBusy: false, problem: t('picture.wrongKind') });
    if (file.size > MOST_BYTES) return setState({ isBusy: false, problem: t('picture.tooLarge') });
    setState({ isBusy: true, problem: '' });
    const ending = /\.([a-z0-9]{2,5})$/i.exec(file.name)?.[1]?.toLowerCase() ?? 'img';
    const path = `public/pictures/${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}.${ending}`;
    const [size, { error }] = await Promise.all([
      sizeOf(file),
      wire.storage.from(account_id).upload(path, file, { contentType: file.type }),
    ]);
    if (error) return setState({ isBusy: false, problem: error.message });
    setState({ isBusy: false, problem: '' });
    onChange({ src: `/storage/v1/object/public/${account_id}/${path}`, alt: value?.alt ?? '', ...size });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="field-label">{label}</legend>
      {value?.src ? (
        <img className="max-h-40 rounded-lg border border-line object-contain" src={value.src} alt="" />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          accept={kinds.join(',')}
          aria-label={label}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void send(file);
          }}
        />
        <Button size="sm" icon={ImageUp} isBusy={state.isBusy} onPress={() => input.current?.click()}>
          {value?.src ? t('picture.replace') : t('picture.choose')}
        </Button>
        {value?.src ? (
          <Button size="sm" variant="quiet" icon={Trash2} onPress={() => onChange({ src: '', alt: '' })}>
            {t('picture.remove')}
          </Button>
        ) : null}
      </div>
      {state.problem ? (
        <p className="field-error" role="alert">
          {state.problem}
        </p>
      ) : null}
      {value?.src && isDescribed ? (
        <TextField
          label={t('picture.alt')}
          description={t('picture.altHelp')}
          value={value.alt}
          maxLength={300}
          onChange={(alt) => onChange({ ...value, alt })}
        />
      ) : null}
    </fieldset>
  );
}

const BLUR_WIDTH = 16;

/** A picture's width and height in pixels, and a few pixels of it to stand in its place; nothing where the browser can't read it. */
async function sizeOf(file: File): Promise<{ width?: number; height?: number; blur?: string }> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    if (image.naturalWidth === 0) return {};
    return { width: image.naturalWidth, height: image.naturalHeight, blur: blurOf(fewPixelsOf(image)) };
  } catch {
    return {};
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Some pixels of a picture as an address; undefined where one can see through it: the placeholder would shine through. */
function fewPixelsOf(image: HTMLImageElement): string | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = BLUR_WIDTH;
  canvas.height = Math.max(1, Math.min(32, Math.round((BLUR_WIDTH * image.naturalHeight) / image.naturalWidth)));
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if ((data[alpha] ?? 0) < 250) return undefined;
  return canvas.toDataURL('image/webp', 0.4);
}
