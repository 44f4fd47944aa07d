import type { ReactNode } from 'react';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from './locale.ts';

export type PageHeaderProps = {
  /** The screen's one h1. */
  title: ReactNode;
  /** A count that belongs to the title. */
  count?: ReactNode;
  /** One sentence: the current state, not the screen's name. */
  sentence?: ReactNode;
  /** Leading element: a cover, an avatar. */
  media?: ReactNode;
  /** A badge beside the title, for exceptions. */
  badge?: ReactNode;
  /** One primary action, preceded by line buttons. */
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
