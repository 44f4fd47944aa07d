/** A caption of a video: from and to in seconds, and its text with what marks WebVTT knows. */
export type Cue = {
  start: number;
  end: number;
  text: string;
  /** Its name and how it is placed, as the file says. */
  id: string;
  settings: string;
  /** Notes and styles that stand before it in the file. */
  before: string[];
};

/** A WebVTT file: its header, its captions, and what stands after the last. */
export type Captions = { header: string; cues: Cue[]; after: string[] };

export const MAX_CUES = 5000;

/** Reads WebVTT (W3C); null for anything else. Captions without an end after their start are left out, as browsers do. */
export function readCaptions(file: string): Captions | null {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text)) return null;
  const [header = 'WEBVTT', ...blocks] = text.split(/\n{2,}/).map((block) => block.replace(/^\n+|\n+$/g, ''));
  const captions: Captions = { header, cues: [], after: [] };
  for (const block of blocks) {
    const lines = block.split('\n');
    const at = lines.slice(0, 2).findIndex((line) => line.includes('-->'));
    if (at < 0) {
      if (block) captions.after.push(block);
      continue;
    }
    const [, from = '', to = '', settings = ''] = /^\s*(\S+)\s+-->\s+(\S+)\s*(.*)$/.exec(lines[at] ?? '') ?? [];
    const [start, end] = [secondsOf(from), secondsOf(to)];
    if (start === null || end === null || end <= start || captions.cues.length >= MAX_CUES) continue;
    const id = at === 1 ? (lines[0] ?? '') : '';
    captions.cues.push({ start, end, id, settings, text: lines.slice(at + 1).join('\n'), before: captions.after });
    captions.after = [];
  }
  return captions;
}

/** Captions as a WebVTT file, in the order of their time. */
export function writeCaptions({ header, cues, after }: Captions): string {
  const blocks = [...cues]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .flatMap(({ start, end, id, settings, text, before }) => [
      ...before,
      `${id ? `${id}\n` : ''}${stamp(start)} --> ${stamp(end)}${settings ? ` ${settings}` : ''}\n${escaped(text)}`,
    ]);
  return `${[header, ...blocks, ...after].join('\n\n')}\n`;
}

/** Keeps the marks of WebVTT, and writes every other `<` and `&` so that it is read as itself. */
function escaped(text: string): string {
  return text
    .trim()
    .replace(/\n\s*\n/g, '\n')
    .replaceAll('-->', '--&gt;')
    .replace(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,6});)/g, '&amp;')
    .replace(/<(?!\/?(?:v|b|i|u|c|ruby|rt|lang)[\s.>]|\d+:\d)/g, '&lt;');
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00A0', lrm: '\u200E', rlm: '\u200F' };

/** The words of a caption, with who says them; without marks. */
export function wordsOf({ text }: Pick<Cue, 'text'>): string {
  return text
    .replace(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g, '$1: ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Seconds of a time such as `1:02:03.5`, `2:03` or `3,25`; null where it is none. */
export function secondsOf(time: string): number | null {
  const [, hours = '0', minutes = '0', seconds = ''] =
    /^(?:(?:(\d{1,3}):)?([0-5]?\d):)?([0-5]?\d(?:[.,]\d{1,3})?)$/.exec(time.trim()) ?? [];
  if (!seconds) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))) * 1000) / 1000;
}

/** A time as WebVTT writes it: `00:01:02.500`. */
function stamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  return `${part(milliseconds / 3_600_000, 2)}:${part((milliseconds / 60_000) % 60, 2)}:${part((milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

/** A time as it is written by hand: `1:02.5`, `1:00:02`. */
export function timeText(seconds: number): string {
  const [hours = '', minutes = '', rest = ''] = stamp(seconds).split(':');
  const short = rest.replace(/\.?0+$/, '');
  return hours === '00' ? `${Number(minutes)}:${short}` : `${Number(hours)}:${minutes}:${short}`;
}

/** The caption that is spoken at a second: the last that has begun, while it lasts or until the next begins; -1 before the first. */
export function cueAt(cues: readonly Pick<Cue, 'start'>[], second: number): number {
  return cues.findLastIndex(({ start }) => start <= second);
}
