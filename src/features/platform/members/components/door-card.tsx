import { type ReactNode, useEffect } from 'react';

/** The namespaces of texts every door speaks with. */
export const doorTexts = ['members', 'ui'] as const;
/** Where a phone number signs in, too. */
export const phoneDoorTexts = [...doorTexts, 'phones'] as const;

export type DoorCardProps = {
  title: string;
  /** How the site calls itself. */
  site: string;
  sentence?: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
};

/** One card, and what else there is to do. Its title changes with the steps, and the window's with it. */
export function DoorCard({ title, site, sentence, children, foot }: DoorCardProps) {
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
  return (
    <div className="grid gap-6">
      <div className="card grid gap-6 p-6 sm:p-8">
        <div className="grid gap-1">
          <h1 className="hd d-24">{title}</h1>
          {sentence ? <p className="muted">{sentence}</p> : null}
        </div>
        {children}
      </div>
      {foot ? <p className="muted text-center">{foot}</p> : null}
    </div>
  );
}
