/** How a file's content is verified. `other`: it can't be verified here. */
export type FileContent =
  | 'picture'
  | 'drawing'
  | 'media'
  | 'pdf'
  | 'text'
  | 'zip'
  | 'compound'
  | 'gzip'
  | 'font'
  | 'other';

export type FileType = {
  /** The media type it is stored and served with. */
  type: string;
  /** Equivalent media types; a file declared with one keeps it. */
  alike?: readonly string[];
  /** Wrong media types some systems declare for such a file; replaced by `type`. */
  loose?: readonly string[];
  endings: readonly string[];
  content: FileContent;
};

const OFFICE = 'application/vnd.openxmlformats-officedocument.';

/** All known file types by extension. It is the only such list. */
const FILE_TYPES: readonly FileType[] = [
  { endings: ['jpg', 'jpeg', 'jfif'], type: 'image/jpeg', alike: ['image/jpg', 'image/pjpeg'], content: 'picture' },
  { endings: ['png'], type: 'image/png', alike: ['image/apng'], content: 'picture' },
  { endings: ['webp'], type: 'image/webp', content: 'picture' },
  { endings: ['gif'], type: 'image/gif', content: 'picture' },
  { endings: ['avif'], type: 'image/avif', content: 'picture' },
  {
    endings: ['heic', 'heif'],
    type: 'image/heic',
    alike: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    content: 'picture',
  },
  { endings: ['bmp'], type: 'image/bmp', alike: ['image/x-ms-bmp'], content: 'picture' },
  { endings: ['tif', 'tiff'], type: 'image/tiff', content: 'picture' },
  { endings: ['ico'], type: 'image/x-icon', alike: ['image/vnd.microsoft.icon'], content: 'picture' },
  { endings: ['svg'], type: 'image/svg+xml', content: 'drawing' },

  { endings: ['mp4', 'm4v'], type: 'video/mp4', alike: ['video/x-m4v', 'audio/mp4'], content: 'media' },
  { endings: ['webm'], type: 'video/webm', alike: ['audio/webm'], content: 'media' },
  { endings: ['mov', 'qt'], type: 'video/quicktime', content: 'media' },
  { endings: ['mkv'], type: 'video/x-matroska', alike: ['video/matroska'], content: 'media' },
  { endings: ['avi'], type: 'video/x-msvideo', alike: ['video/avi', 'video/vnd.avi'], content: 'media' },
  { endings: ['mpg', 'mpeg'], type: 'video/mpeg', content: 'media' },
  { endings: ['ts', 'm2ts'], type: 'video/mp2t', content: 'media' },
  { endings: ['ogv'], type: 'video/ogg', content: 'media' },
  { endings: ['3gp'], type: 'video/3gpp', alike: ['audio/3gpp'], content: 'media' },
  { endings: ['flv'], type: 'video/x-flv', content: 'media' },
  { endings: ['wmv'], type: 'video/x-ms-wmv', alike: ['video/x-ms-asf'], content: 'media' },
  { endings: ['mp3'], type: 'audio/mpeg', alike: ['audio/mp3'], content: 'media' },
  { endings: ['m4a', 'm4b'], type: 'audio/mp4', alike: ['audio/x-m4a', 'audio/aac', 'audio/m4a'], content: 'media' },
  { endings: ['ogg', 'oga', 'opus'], type: 'audio/ogg', alike: ['video/ogg', 'audio/opus'], content: 'media' },
  { endings: ['weba'], type: 'audio/webm', content: 'media' },
  { endings: ['wav'], type: 'audio/wav', alike: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'], content: 'media' },
  { endings: ['flac'], type: 'audio/flac', alike: ['audio/x-flac'], content: 'media' },
  { endings: ['aac'], type: 'audio/aac', alike: ['audio/vnd.dlna.adts'], content: 'media' },
  { endings: ['aif', 'aiff'], type: 'audio/aiff', alike: ['audio/x-aiff'], content: 'media' },
  { endings: ['wma'], type: 'audio/x-ms-wma', alike: ['audio/x-ms-asf'], content: 'media' },
  { endings: ['mid', 'midi'], type: 'audio/midi', alike: ['audio/mid', 'audio/x-midi'], content: 'media' },
  { endings: ['amr'], type: 'audio/amr', content: 'media' },

  { endings: ['pdf'], type: 'application/pdf', content: 'pdf' },
  {
    endings: ['txt', 'text', 'log'],
    type: 'text/plain',
    loose: ['text/markdown', 'text/csv', 'text/vtt'],
    content: 'text',
  },
  {
    endings: ['csv'],
    type: 'text/csv',
    // Declared by browsers on a machine with Excel.
    loose: ['application/vnd.ms-excel', 'text/plain', 'application/csv'],
    content: 'text',
  },
  { endings: ['md', 'markdown'], type: 'text/markdown', loose: ['text/plain', 'text/x-markdown'], content: 'text' },
  { endings: ['vtt'], type: 'text/vtt', loose: ['text/plain'], content: 'text' },
  { endings: ['srt'], type: 'text/plain', loose: ['application/x-subrip'], content: 'text' },
  { endings: ['json'], type: 'application/json', loose: ['text/plain'], content: 'text' },
  { endings: ['xml'], type: 'application/xml', alike: ['text/xml'], loose: ['text/plain'], content: 'text' },
  {
    endings: ['zip'],
    type: 'application/zip',
    alike: ['application/x-zip-compressed'],
    content: 'zip',
  },
  { endings: ['gz', 'tgz'], type: 'application/gzip', alike: ['application/x-gzip'], content: 'gzip' },
  { endings: ['docx'], type: `${OFFICE}wordprocessingml.document`, content: 'zip' },
  { endings: ['xlsx'], type: `${OFFICE}spreadsheetml.sheet`, content: 'zip' },
  { endings: ['pptx'], type: `${OFFICE}presentationml.presentation`, content: 'zip' },
  { endings: ['odt'], type: 'application/vnd.oasis.opendocument.text', content: 'zip' },
  { endings: ['ods'], type: 'application/vnd.oasis.opendocument.spreadsheet', content: 'zip' },
  { endings: ['doc'], type: 'application/msword', content: 'compound' },
  { endings: ['xls'], type: 'application/vnd.ms-excel', content: 'compound' },
  { endings: ['ppt'], type: 'application/vnd.ms-powerpoint', content: 'compound' },

  // No account's bucket accepts these: they are listed so that no other type uses their extensions, and for our own
  // build.
  { endings: ['html', 'htm'], type: 'text/html', content: 'other' },
  { endings: ['xhtml', 'xht'], type: 'application/xhtml+xml', content: 'other' },
  { endings: ['js', 'mjs', 'cjs'], type: 'text/javascript', alike: ['application/javascript'], content: 'other' },
  { endings: ['css'], type: 'text/css', content: 'other' },
  { endings: ['wasm'], type: 'application/wasm', content: 'other' },
  { endings: ['webmanifest'], type: 'application/manifest+json', content: 'other' },
  { endings: ['woff2'], type: 'font/woff2', alike: ['application/font-woff2'], content: 'font' },
  {
    endings: ['woff'],
    type: 'font/woff',
    alike: ['application/font-woff', 'application/x-font-woff'],
    content: 'font',
  },
  { endings: ['ttf'], type: 'font/ttf', alike: ['application/x-font-ttf', 'font/sfnt'], content: 'font' },
  { endings: ['otf'], type: 'font/otf', alike: ['application/x-font-otf'], content: 'font' },
  { endings: ['exe', 'dll', 'msi'], type: 'application/x-msdownload', content: 'other' },
];

const BY_ENDING: ReadonlyMap<string, FileType> = new Map(
  FILE_TYPES.flatMap((fileType) => fileType.endings.map((ending) => [ending, fileType] as const)),
);

/** Every known extension. */
export const knownExtensions: readonly string[] = [...BY_ENDING.keys()];

/** The extension of a file name, in lower case; empty without one. */
export function extensionOf(name: string): string {
  return /[^/.][^/]*\.([a-z0-9]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The file type of a file name; undefined for an unknown extension. */
export function fileTypeOfName(name: string): FileType | undefined {
  return BY_ENDING.get(extensionOf(name));
}

/** The file type of a media type (`image/png`). */
export function fileTypeOf(type: string): FileType | undefined {
  return (
    FILE_TYPES.find((fileType) => fileType.type === type) ??
    FILE_TYPES.find((fileType) => fileType.alike?.includes(type))
  );
}
