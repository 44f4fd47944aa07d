import { createContext, useContext } from 'react';
import { queryClient } from '#base/browser/query-client.ts';
import { startSessionAs } from '#base/browser/session.ts';
import { sessionIn } from '#base/browser/stored-session.ts';
import { eventReplayScript } from './event-replay.ts';
import type { PrefetchedQuery } from './prefetch-queries.ts';

/** The id of the element with the queries a document was rendered from, and for whom. */
const ELEMENT_ID = 'handed-over';

/**
 * The first formatted number makes the browser load its locale data, which takes a slow phone longer than rendering a list:
 * done while the code is loading.
 */
const warmScript = `requestAnimationFrame(()=>(self.requestIdleCallback||setTimeout)(()=>new Intl.NumberFormat(document.documentElement.lang).format(1)))`;

/** For whom a document was rendered, and the results of its queries. */
export type DehydratedState = { user_id: string; reads: PrefetchedQuery[] };

/** On the server: the dehydrated state as JSON with every < escaped. */
export const DehydratedStateContext = createContext('');

/** The state in the document; empty where it was rendered for nobody. */
const stateText = typeof document === 'undefined' ? '' : (document.getElementById(ELEMENT_ID)?.textContent ?? '');

/** Whether the server rendered this document for a person; else the browser renders all of it. */
export const isServerRendered = stateText !== '';

/** Before anything that can be pressed: a document arrives in pieces, and its first controls are used before the last piece. */
export function EventReplayScript({ nonce }: { nonce?: string }) {
  const text = useContext(DehydratedStateContext);
  if (!text && !stateText) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scripts of ours, without a value in them
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${eventReplayScript};${warmScript}` }} />;
}

/** Writes the results of a screen's queries into its document, so that the browser does not fetch them again. */
export function DehydratedQueries() {
  // Empty in the browser.
  const text = useContext(DehydratedStateContext);
  if (!text && !stateText) return null;
  return (
    <script
      type="application/json"
      id={ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

/** Adds the state in the document to the query client, if it is of whoever is signed in. Called before hydration. */
export function hydrateQueries(): void {
  if (!stateText) return;
  const { user_id, reads } = JSON.parse(stateText) as DehydratedState;
  // Removing the element would restyle the whole page.
  document.getElementById(ELEMENT_ID)?.replaceChildren();
  const session = sessionIn(document.cookie);
  if (!session?.user || session.user.id !== user_id) return;
  startSessionAs(session);
  for (const [key, data] of reads) queryClient.setQueryData(key, data);
}
