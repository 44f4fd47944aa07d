import { File, FileArchive, FileAudio, FileText, FileVideo, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { previewOf } from '../rules.ts';
import type { MediaFile, MediaKind } from '../schema.ts';

const icons: Record<MediaKind, LucideIcon> = {
  image: File,
  video: FileVideo,
  audio: FileAudio,
  document: FileText,
  archive: FileArchive,
};

/** Thumbnail of a file; an icon of its kind where it is no image. Decorative: the name stands beside it. */
export function MediaThumb({ file, width }: { file: MediaFile; width: number }) {
  const [isBroken, setBroken] = useState(false);
  const Icon = icons[file.kind];
  if (file.kind !== 'image' || isBroken) return <Icon aria-hidden="true" className="media-icon" />;
  return <img src={previewOf(file, width)} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} />;
}
