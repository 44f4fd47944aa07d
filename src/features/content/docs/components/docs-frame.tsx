import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import type { DocEntry } from '../data.ts';
import type { DocBranch } from '../rules.ts';

/** Layout of the documentation: search and page tree at the side (collapsible on a phone), the page beside. */
export function DocsFrame({
  tree,
  current,
  term = '',
  children,
}: {
  tree: DocBranch<DocEntry>[];
  /** The current page and its ancestors. */
  current?: readonly string[];
  term?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation('docs');
  return (
    <main id="content" className="band docs">
      <div className="wide docs-room">
        <aside className="docs-side" aria-label={t('title')}>
          <search>
            <form action={paths.docs()} className="docs-search">
              <label className="vh" htmlFor="docs-q">
                {t('search')}
              </label>
              <input
                id="docs-q"
                className="input"
                type="search"
                name="q"
                defaultValue={term}
                placeholder={t('search')}
                maxLength={100}
              />
              <button type="submit" className="btn btn-line btn-lg">
                {t('find')}
              </button>
            </form>
          </search>
          <details className="docs-fold" open={current === undefined}>
            <summary>{t('contents')}</summary>
            <nav aria-label={t('contents')}>
              <Branches branches={tree} current={current ?? []} />
            </nav>
          </details>
          <nav className="docs-tree" aria-label={t('title')}>
            <Branches branches={tree} current={current ?? []} />
          </nav>
        </aside>
        <div className="docs-page">{children}</div>
      </div>
    </main>
  );
}

function Branches({ branches, current }: { branches: DocBranch<DocEntry>[]; current: readonly string[] }) {
  const written = useContentAttributes();
  return (
    <ul>
      {branches.map(({ doc, children }) => (
        <li key={doc.id}>
          <a href={paths.doc(doc.slug)} aria-current={current.at(-1) === doc.id ? 'page' : undefined} {...written}>
            {doc.title}
          </a>
          {children.length > 0 ? <Branches branches={children} current={current} /> : null}
        </li>
      ))}
    </ul>
  );
}
