import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import type { MediaUse } from '../schema.ts';

/** Editor URL of what uses a file; a setting by its key. */
function editorOf({ kind, id, slug }: MediaUse): string | undefined {
  const key = slug ?? '';
  switch (kind) {
    case 'page':
      return paths.editPage(key);
    case 'post':
      return paths.editPost(key);
    case 'course':
    case 'lesson':
      return paths.editCourse(key);
    case 'quiz':
      return id ? paths.editQuiz(id) : undefined;
    case 'product':
      return id ? paths.product(id) : undefined;
    case 'group':
      return paths.group(key);
    case 'doc':
      return id ? paths.editDoc(id) : undefined;
    case 'form':
      return id ? paths.editForm(id) : undefined;
    case 'member':
      return paths.users();
    case 'setting':
      return (
        { theme: paths.theme(), header: paths.header(), footer: paths.footer(), menus: paths.header() }[key] ??
        paths.site()
      );
  }
}

const settings = ['settings', 'theme', 'header', 'footer', 'menus'];

/** Where files are used, each a link to its editor. */
export function UseList({ uses, max = 50 }: { uses: readonly MediaUse[]; max?: number }) {
  const { t } = useTranslation('media');
  // Several of the selected files may be used in the same record.
  const records = [...new Map(uses.map((use) => [`${use.kind} ${use.id ?? use.slug}`, use])).entries()];
  return (
    <ul className="media-uses">
      {records.slice(0, max).map(([key, use]) => (
        <li key={key} className="row">
          <span className="muted flex-none">{t(`use.${use.kind}`)}</span>
          <TextLink className="cut" href={editorOf(use)}>
            {use.kind === 'setting' ? t(`setting.${settings.includes(use.title) ? use.title : 'other'}`) : use.title}
          </TextLink>
        </li>
      ))}
      {records.length > max ? <li className="help">{t('use.more', { count: records.length - max })}</li> : null}
    </ul>
  );
}
