import { type ComponentType, createContext, type ReactElement, useContext, useId } from 'react';
import { useUiTextAttributes } from '../display/content-language.tsx';

/** When an island is hydrated in the browser. */
export type Wake = 'interaction' | 'visible' | 'idle';

/**
 * Renders an island's component to HTML separately, with `id` as the prefix of its ids; provided by the server entry.
 */
export const IslandRenderer = createContext<((element: ReactElement, id: string) => string) | null>(null);

/** Finds the files of an island of this page's language, to preload them; provided by the server entry. */
export const IslandFilesContext = createContext<((name: string, namespaces: readonly string[]) => Files) | null>(null);

type Files = { modules: readonly string[]; texts: readonly string[] };

/**
 * An interactive part of a public page. The server renders it separately into the page; the browser loads its code and
 * hydrates only this element when needed. `name` is its name in the browser's registry, `props` are JSON, `strings` the
 * namespaces of its texts.
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
  isFirst,
}: {
  name: string;
  component: ComponentType<Props>;
  props: Props;
  when: Wake;
  strings?: readonly string[];
  className?: string;
  /** Hydrated only with a session: visitors never load it. */
  forSessions?: boolean;
  /** Hydrated as soon as it is visible where there is a session: it shows something else to signed-in people. */
  isKeen?: boolean;
  /**
   * The page is there for it: its files are preloaded beside the page's own, and for visitors it does not wait for the full
   * stylesheet, so that what it first renders may use only classes of the server's HTML.
   */
  isFirst?: boolean;
}) {
  const id = `i${useId().replace(/[^a-zA-Z0-9]/g, '')}`;
  const own = useUiTextAttributes();
  const filesOf = useContext(IslandFilesContext);
  // The last hook: the island below is rendered by the same renderer, which then has lost track of this component's
  // hooks.
  const render = useContext(IslandRenderer);
  if (!render) return <Component {...props} />;
  const files = isFirst ? filesOf?.(name, strings) : undefined;
  const island = (
    <div
      id={id}
      className={className}
      // Rendered separately, it starts with the page's own language.
      {...own}
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      data-strings={strings.join(' ')}
      data-keen={isKeen ? '' : undefined}
      data-session={forSessions ? '' : undefined}
      data-first={isFirst ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the island's own component, rendered by React
      dangerouslySetInnerHTML={{ __html: render(<Component {...props} />, id) }}
    />
  );
  return (
    <>
      {files ? <Preloads {...files} /> : null}
      {island}
    </>
  );
}

function Preloads({ modules, texts }: Files) {
  return (
    <>
      {modules.map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {texts.map((href) => (
        <link key={href} rel="preload" as="fetch" href={href} crossOrigin="anonymous" fetchPriority="low" />
      ))}
    </>
  );
}
