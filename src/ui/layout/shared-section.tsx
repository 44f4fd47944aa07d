import { type ComponentType, createContext, createElement, type ReactElement, useContext } from 'react';

/** Answers what stands for a part until the page is written; given where public pages are drawn. */
export const PartRenderer = createContext<((name: string, part: ReactElement) => ReactElement) | null>(null);

/**
 * A part that many pages of a site have in common, like its header. The server draws it once for the same props (JSON), language
 * and site: nothing else of the page it stands in reaches it, no context and no address. `name`, one of its own, begins its ids.
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
