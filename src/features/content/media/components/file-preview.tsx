import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { changeFile } from '../data.ts';
import { addressOf, altOf } from '../rules.ts';
import type { MediaFile } from '../schema.ts';
import { MediaThumb } from './media-thumb.tsx';

/** Preview of a file: image, player or icon. Measures an image whose size is not stored yet. */
export function FilePreview({ file, onMeasured }: { file: MediaFile; onMeasured: () => Promise<void> }) {
  const db = useDb();
  const { account_id } = useAccount();
  const src = `${addressOf(file)}?v=${file.version}`;

  async function measure(image: HTMLImageElement) {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (file.width || width < 1 || height < 1 || width > 65_535 || height > 65_535) return;
    await changeFile(db, account_id, file.id, { width, height });
    await onMeasured();
  }
  if (file.kind === 'image') {
    return (
      <div className="media-preview">
        <img
          src={src}
          alt={altOf(file, 'en') || file.name}
          // Ignored: the size is measured again at the next preview.
          onLoad={(event) => void measure(event.currentTarget).catch(() => undefined)}
        />
      </div>
    );
  }
  if (file.kind === 'video' || file.kind === 'audio') {
    const Player = file.kind;
    return (
      <div className="media-preview">
        <Player src={src} controls preload="metadata" aria-label={file.name} />
      </div>
    );
  }
  return (
    <div className="media-preview">
      <MediaThumb file={file} width={320} />
    </div>
  );
}
