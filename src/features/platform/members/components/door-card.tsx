import { type ReactNode, useEffect } from 'react';

/** Translation namespaces of every login and sign-up form. */
export const authTexts = ['members', 'ui'] as const;
/** Namespaces of forms that accept phone numbers, too. */
export const phoneAuthTexts = [...authTexts, 'phones'] as const;

export type AuthCardProps = {
  title: string;
  /** Title of the site. */
  site: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

/** Card of a login or sign-up form. Its title changes with the step, and the document title with it. */
export function AuthCard({ title, site, description, children, footer }: AuthCardProps) {
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  return (
    <div className="grid gap-6">
      <div className="card grid gap-6 p-6 sm:p-8">
        <div className="grid gap-1">
          <h1 className="hd d-24">{title}</h1>
          {description ? <p className="muted">{description}</p> : null}
        </div>
        {children}
      </div>
      {footer ? <p className="muted text-center">{footer}</p> : null}
    </div>
  );
}
