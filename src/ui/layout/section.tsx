import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type SectionWords = {
  title: ReactNode;
  sentence?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
  level?: 2 | 3;
  /** Base path of links within the site. */
  anchor?: string;
};

/** A part of a screen, with its own heading. */
export function Section({ title, sentence, actions, children, className, level = 2, anchor }: SectionWords) {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <section id={anchor} className={classNames('section', className)} aria-labelledby={id}>
      <div className="section-head">
        <div>
          <Title id={id}>{title}</Title>
          {sentence && <p className="muted">{sentence}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A card on the background. Never nest them. */
export function Card({
  title,
  sentence,
  actions,
  children,
  className,
  level = 2,
  isBare,
}: Partial<SectionWords> & { /** Lists and tables reach the edge. */ isBare?: boolean }) {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <section className={classNames('card', className)} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={classNames('card-head', isBare && 'pb-3')}>
          <div>
            {title && <Title id={id}>{title}</Title>}
            {sentence && <p className="help">{sentence}</p>}
          </div>
          {actions}
        </div>
      )}
      {isBare ? children : <div className="card-pad">{children}</div>}
    </section>
  );
}
