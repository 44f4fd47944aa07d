/** A course as parsed from a text file in this folder. */
export type CourseText = {
  title: string;
  slug: string;
  language: string;
  category: string;
  level: string;
  access: string;
  status: string;
  image: string;
  alt: string;
  summary: string;
  outcomes: string[];
  description: string;
  sections: { title: string; lessons: LessonText[] }[];
};
export type LessonText = { title: string; kind: string; duration_seconds: number; is_preview: boolean; body: string };

/**
 * Reads a course: `key: value` lines, a blank line, the description, then `# section`,
 * `## lesson | kind | minutes:seconds | preview` and its text.
 */
export function readCourse(source: string): CourseText {
  const [head = '', ...parts] = source.split(/\n# /);
  const end = head.indexOf('\n\n');
  const values = new Map(
    head
      .slice(0, end)
      .split('\n')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const value = (key: string) => values.get(key) ?? '';
  return {
    title: value('title'),
    slug: value('slug'),
    language: value('language') || 'en',
    category: value('category'),
    level: value('level'),
    access: value('access'),
    status: value('status') || 'published',
    image: value('image'),
    alt: value('alt'),
    summary: value('summary'),
    outcomes: value('outcomes').split(' | '),
    description: markup(head.slice(end)),
    sections: parts.map(readSection),
  };
}

function readSection(part: string): CourseText['sections'][number] {
  const [title = '', ...lessons] = part.split(/(?:^|\n)## /);
  return { title: title.trim(), lessons: lessons.map(readLesson) };
}

function readLesson(text: string): LessonText {
  const end = text.includes('\n') ? text.indexOf('\n') : text.length;
  const [title = '', kind = 'text', length = '0:00', preview] = text.slice(0, end).split(' | ');
  const [minutes = '0', seconds = '0'] = length.split(':');
  return {
    title,
    kind,
    duration_seconds: Number(minutes) * 60 + Number(seconds),
    is_preview: preview === 'preview',
    body: markup(text.slice(end)),
  };
}

/** Converts paragraphs, `### headings`, `- lists`, `**strong**` and `_emphasis_` to the HTML that lessons are stored in. */
function markup(text: string): string {
  return text
    .trim()
    .split(/\n\n+|\n(?=### )|(?<=### .*)\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      if (block.startsWith('### ')) return `<h2>${inline(block.slice(4))}</h2>`;
      if (block.startsWith('- ')) {
        return `<ul>${block
          .split('\n')
          .map((line) => `<li><p>${inline(line.slice(2))}</p></li>`)
          .join('')}</ul>`;
      }
      return `<p>${inline(block)}</p>`;
    })
    .join('');
}

function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<!\w)([*_])(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '<em>$2</em>');
}
