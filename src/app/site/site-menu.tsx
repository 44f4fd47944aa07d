import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DEEPEST_MENU, menuAddress } from '#features/platform/options/rules.ts';
import type { MenuItem } from '#features/platform/options/schema.ts';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';

type MegaColumn = NonNullable<MenuItem['mega_menu']>['columns'][number];

/** The menu of the header: links, sheets that open as plain `details`, labels. Works without a script. */
export function SiteMenu({ items, path, size }: { items: readonly MenuItem[]; path: string; size: number }) {
  const { t } = useTranslation('site');
  if (items.length === 0) return null;
  return (
    <nav className="site-nav" aria-label={t('menu')} style={{ fontSize: `${size / 16}rem` }}>
      {items.map((item) => (
        <MenuEntry key={item.id} item={item} path={path} />
      ))}
    </nav>
  );
}

function MenuEntry({ item, path }: { item: MenuItem; path: string }) {
  const columns = item.item_type === 'megamenu' ? (item.mega_menu?.columns ?? []) : [];
  if (columns.length > 0 || item.children.length > 0) {
    return (
      <details className="mega" name="site-menu">
        <summary className="site-link">
          <ContentText>{item.label}</ContentText>
          <ChevronDown aria-hidden="true" size={14} />
        </summary>
        {columns.length > 0 ? (
          <MegaSheet item={item} columns={columns} path={path} />
        ) : (
          <MenuSheet item={item} path={path} />
        )}
      </details>
    );
  }
  if (isWords(item))
    return (
      <span className="site-link is-label">
        <ContentText>{item.label}</ContentText>
      </span>
    );
  return (
    <MenuLink className="site-link" url={item.item_url} path={path}>
      {item.label}
    </MenuLink>
  );
}

function MegaSheet({ item, columns, path }: { item: MenuItem; columns: readonly MegaColumn[]; path: string }) {
  return (
    <div
      className="pop mega-sheet"
      style={{
        gridTemplateColumns: `repeat(${item.mega_menu?.columnCount ?? columns.length}, minmax(11rem, 1fr))`,
      }}
    >
      {columns.map((column, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name of their own and don't move here
          key={index}
          style={{ gridColumn: `span ${column.colSpan}`, gridRow: `span ${column.rowSpan}` }}
        >
          {column.content.title ? (
            <p className="mega-title">
              <ContentText>{column.content.title}</ContentText>
            </p>
          ) : null}
          {column.content.links.map((link) => (
            <MenuLink key={link.label + link.item_url} className="mega-link" url={link.item_url} path={path}>
              <b>{link.label}</b>
              {link.text ? <span className="quiet">{link.text}</span> : null}
            </MenuLink>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The lower levels of an entry, and first the entry itself. */
function MenuSheet({ item, path }: { item: MenuItem; path: string }) {
  const { t } = useTranslation('site');
  return (
    <div className="pop mega-sheet">
      <div>
        {isWords(item) ? null : (
          <MenuLink className="mega-link" url={item.item_url} path={path}>
            {t('allOf', { name: item.label })}
          </MenuLink>
        )}
        <MenuLevel items={item.children} path={path} depth={1} />
      </div>
    </div>
  );
}

/** A label without a link. */
export function isWords(item: MenuItem): boolean {
  return item.item_type === 'label' || item.item_url === '';
}

/** The lower levels as nested lists; `depth` counts those above. */
export function MenuLevel({ items, path, depth }: { items: readonly MenuItem[]; path: string; depth: number }) {
  if (depth >= DEEPEST_MENU) return null;
  return (
    <ul className="menu-level">
      {items.map((item) => (
        <li key={item.id}>
          {isWords(item) ? (
            <span className="mega-title">
              <ContentText>{item.label}</ContentText>
            </span>
          ) : (
            <MenuLink className="mega-link" url={item.item_url} path={path}>
              {item.label}
            </MenuLink>
          )}
          {item.children.length > 0 ? <MenuLevel items={item.children} path={path} depth={depth + 1} /> : null}
        </li>
      ))}
    </ul>
  );
}

export function MenuLink({
  url,
  path,
  className,
  children,
}: {
  url: string;
  path: string;
  className: string;
  children: React.ReactNode;
}) {
  const { href, isExternal } = menuAddress(url);
  const { lang } = useContentAttributes();
  return (
    <a
      className={className}
      lang={lang}
      href={href}
      rel={isExternal ? 'noopener' : undefined}
      aria-current={href === path ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

/** The entries of a menu's sheets as a flat list for the drawer on phones. */
export function flattened(items: readonly MenuItem[]): MenuItem[] {
  return items.map((item) => ({
    ...item,
    children: [
      ...item.children,
      ...(item.mega_menu?.columns ?? []).flatMap((column, at) =>
        column.content.links.map(
          (link, index): MenuItem => ({
            id: `${item.id}-${at}-${index}`,
            label: link.label,
            item_url: link.item_url,
            item_type: 'link',
            parent: item.id,
            children: [],
          }),
        ),
      ),
    ],
  }));
}
