import { createContext, useContext } from 'react';
import { queryClient } from '#base/browser/query-client.ts';
import { startSessionAs } from '#base/browser/session.ts';
import { sessionIn } from '#base/browser/stored-session.ts';
import { eventReplayScript } from './event-replay.ts';
import type { PrefetchedQuery } from './prefetch-queries.ts';

/** The id of the element in which a document says for whom it was drawn, and from what. */
const HANDED_OVER = 'handed-over';

/**
 * The first number or date a page writes has the browser load how all languages write them, which takes a slow telephone
 * longer than drawing a list: done while the code is on its way.
 */
const warmScript = `requestAnimationFrame(()=>(self.requestIdleCallback||setTimeout)(()=>new Intl.NumberFormat(document.documentElement.lang).format(1)))`;

/** Whom a document was drawn for, and what the screen they asked for read at its opening. */
export type DehydratedState = { user_id: string; reads: PrefetchedQuery[] };

/** While the server draws for somebody: what it hands over, as JSON with every < escaped. */
export const DehydratedStateContext = createContext('');

/** What a document holds; empty where it was drawn for nobody. It is emptied when it has been taken over. */
const held = typeof document === 'undefined' ? '' : (document.getElementById(HANDED_OVER)?.textContent ?? '');

/** Before anything that can be pressed: a document comes in pieces, and what is drawn of it is seen and pressed. */
export function EventReplayScript({ nonce }: { nonce?: string }) {
  const text = useContext(DehydratedStateContext);
  if (!text && !held) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: scripts of ours, without a value in them
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${eventReplayScript};${warmScript}` }} />;
}

/** What a screen reads first stands in its document: whose it is is known, and nothing has to be asked for again. */
export function DehydratedQueries() {
  // The browser finds it emptied, and writes it nowhere again.
  const text = useContext(DehydratedStateContext);
  if (!text && !held) return null;
  return (
    <script
      type="application/json"
      id={HANDED_OVER}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

/** Takes over what the document holds, where it still is for whoever is signed in here. Called before the page comes alive. */
export function hydrateQueries(): void {
  if (!held) return;
  const { user_id, reads } = JSON.parse(held) as DehydratedState;
  // Taken out it would have the whole page styled anew.
  document.getElementById(HANDED_OVER)?.replaceChildren();
  const session = sessionIn(document.cookie);
  if (!session?.user || session.user.id !== user_id) return;
  startSessionAs(session);
  for (const [key, data] of reads) queryClient.setQueryData(key, data);
}
