import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import type { BlockPicture } from '#base/shared/blocks.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { pathOf } from '../rules.ts';
import { PickButton } from './pick-button.tsx';

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
    const path = pathOf(file.name, crypto.randomUUID().slice(0, 8));
    const size = await sizeOf(file);
    const { error } = await wire.storage.from(account_id).upload(path, file, {
      contentType: file.type,
      // What is replaced in the library later is seen within a minute.
      cacheControl: '60',
      metadata: { name: file.name, ...size },
    });
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
        <PickButton
          isDisabled={state.isBusy}
          onPick={(picked) => onChange({ ...picked, alt: picked.alt || (value?.alt ?? '') })}
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

/** A picture's width and height in pixels; nothing where the browser can't read it. */
async function sizeOf(file: File): Promise<{ width?: number; height?: number }> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : {};
  } catch {
    return {};
  } finally {
    URL.revokeObjectURL(address);
  }
}
