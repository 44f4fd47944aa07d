import type { ReactNode } from 'react';

/** For screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="vh">{children}</span>;
}

/** The first element in the tab order: skips to the content. `target` is the id of the main element. */
export function SkipLink({ target, children }: { target: string; children: ReactNode }) {
  return (
    <a className="skip" href={`#${target}`}>
      {children}
    </a>
  );
}
