import { type ComponentType, createContext, type ReactElement, useContext, useId } from 'react';
import { useOwnWords } from '../display/written-in.tsx';

/** What wakes an island in the browser. */
export type Wake = 'interaction' | 'visible' | 'idle';

/** Renders an island's component to HTML by itself, with `id` as the prefix of its ids; given by the server's entry. */
export const IslandRenderer = createContext<((element: ReactElement, id: string) => string) | null>(null);

/**
 * A part of a public page that comes alive. The server renders it by itself into the page; the browser loads its
 * code and hydrates just this element when it is woken. `name` is its name in the browser's registry, `props` are
 * JSON, `strings` the namespaces of texts it reads.
 */
export function Island<Props extends object>({
  name,
  component: Component,
  props,
  when,
  strings = [],
  className,
  forSessions,
  isKeen,
}: {
  name: string;
  component: ComponentType<Props>;
  props: Props;
  when: Wake;
  strings?: readonly string[];
  className?: string;
  /** Woken only where a session is kept: visitors never load it. */
  forSessions?: boolean;
  /** Woken as soon as it is seen where a session is kept: it says something else to whoever is known. */
  isKeen?: boolean;
}) {
  const id = `i${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const own = useOwnWords();
  // The last hook: what is drawn below is drawn by the same renderer, which then has forgotten whose hooks these were.
  const render = useContext(IslandRenderer);
  if (!render) return <Component {...props} />;
  return (
    <div
      id={id}
      className={className}
      // Drawn by itself, it begins again with the page's own language.
      {...own}
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      data-strings={strings.join(' ')}
      data-keen={isKeen ? '' : undefined}
      data-session={forSessions ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the island's own component, rendered by React
      dangerouslySetInnerHTML={{ __html: render(<Component {...props} />, id) }}
    />
  );
}
