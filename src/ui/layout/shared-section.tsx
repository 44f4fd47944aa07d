import { type ComponentType, createContext, createElement, type ReactElement, useContext } from 'react';

/** Returns the placeholder of a shared part until the page is written; provided where public pages are rendered. */
export const PartRenderer = createContext<((name: string, part: ReactElement) => ReactElement) | null>(null);

/**
 * A part that many pages of a site share, like its header. The server renders it once per props (JSON), language and
 * site: it receives nothing else of its page, no context and no URL. `name`, unique, is the prefix of its ids.
 */
export function SharedSection<Props extends object>({
  name,
  component,
  props,
}: {
  name: string;
  component: ComponentType<Props>;
  props: Props;
}) {
  const stand = useContext(PartRenderer);
  const part = createElement(component, props);
  return stand ? stand(name, part) : part;
}
