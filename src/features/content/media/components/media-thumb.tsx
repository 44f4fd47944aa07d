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

/** A small picture of a file; for what can't be seen, a sign of its kind. The name beside it says the rest. */
export function MediaThumb({ file, width }: { file: MediaFile; width: number }) {
  const [isBroken, setBroken] = useState(false);
  const Icon = icons[file.kind];
  if (file.kind !== 'image' || isBroken) return <Icon aria-hidden="true" className="media-icon" />;
  return <img src={previewOf(file, width)} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} />;
}
