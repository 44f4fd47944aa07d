export const MAX_EVENT_TITLE = 160;
export const MAX_EVENT_TEXT = 4000;
export const MAX_PLACE = 300;
export const MAX_LINK = 500;
/** The longest an event may take, in milliseconds. */
const MAX_DURATION_MS = 31 * 86_400_000;

export const eventAnswers = ['going', 'maybe', 'no'] as const;
export type EventAnswer = (typeof eventAnswers)[number];

/** What is wrong with the times of an event, as ISO 8601; null where nothing is. */
export function timesProblem(
  startsAt: string | null,
  endsAt: string | null,
): 'startMissing' | 'endMissing' | 'endEarly' | 'endLate' | null {
  if (!startsAt) return 'startMissing';
  if (!endsAt) return 'endMissing';
  const duration = Date.parse(endsAt) - Date.parse(startsAt);
  if (duration <= 0) return 'endEarly';
  return duration > MAX_DURATION_MS ? 'endLate' : null;
}

export const isWebAddress = (link: string): boolean =>
  link === '' || (/^https?:\/\/\S+$/.test(link) && URL.canParse(link));

export type CalendarEvent = {
  id: string;
  title: string;
  description: string;
  starts_at: string;
  ends_at: string;
  place: string;
  link: string;
  updated_at: string;
};

const utc = (moment: string) => new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** A line of at most 75 bytes, continued on lines that begin with a space; no character is cut. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 75) {
      lines.push(current);
      current = ' ';
      bytes = 1;
    }
    current += character;
    bytes += size;
  }
  return [...lines, current].join('\r\n');
}

/** An event as an iCalendar file (RFC 5545) that every calendar reads; `address` is where it is shown. */
export function icsOf(event: CalendarEvent, address: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stoa//Groups//EN',
    'BEGIN:VEVENT',
    `UID:${event.id}@${new URL(address).hostname}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `SUMMARY:${escaped(event.title)}`,
    ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
    ...(event.place || event.link ? [`LOCATION:${escaped(event.place || event.link)}`] : []),
    `URL:${event.link || address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
