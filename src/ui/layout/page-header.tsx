import type { ReactNode } from 'react';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from './locale.ts';

export type PageHeaderProps = {
  /** The screen's one h1. */
  title: ReactNode;
  /** A number that belongs to the title: how many there are. */
  count?: ReactNode;
  /** One sentence: what is true now, not what the screen is called. */
  sentence?: ReactNode;
  /** Stands before the title: a cover, an avatar. */
  media?: ReactNode;
  /** Beside the title: the exception's badge. */
  badge?: ReactNode;
  /** One primary action, and line buttons before it. */
  actions?: ReactNode;
};

export function PageHeader({ title, count, sentence, media, badge, actions }: PageHeaderProps) {
  const { locale } = useLocale();
  return (
    <header className="page-head">
      {media}
      <div className="page-words">
        <div className="row">
          <h1>
            {title}{' '}
            {count !== undefined && (
              <span className="page-count">
                {typeof count === 'number' ? numberFormat(locale).format(count) : count}
              </span>
            )}
          </h1>
          {badge}
        </div>
        {sentence && <p>{sentence}</p>}
      </div>
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  );
}
