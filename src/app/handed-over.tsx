import { createContext, useContext } from 'react';
import { sessionIn } from '#base/browser/kept-session.ts';
import { queryClient } from '#base/browser/query-client.ts';
import { beginAs } from '#base/browser/session.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { earlyScript } from './early-presses.ts';
import type { Read } from './first-reads.ts';

/** The id of the element in which a document says for whom it was drawn, and from what. */
const HANDED_OVER = 'handed-over';

/** Whom a document was drawn for, and what the screen they asked for read at its opening. */
export type HandedOver = { user_id: string; reads: Read[] };

/** While the server draws for somebody: what it hands over, as JSON with every < escaped. */
export const HandedOverContext = createContext('');

/** What a document holds; empty where it was drawn for nobody. It is gone once the page has come alive. */
const held = typeof document === 'undefined' ? '' : (document.getElementById(HANDED_OVER)?.textContent ?? '');

/** What a screen reads first stands in its document: whose it is is known, and nothing has to be asked for again. */
export function HandedOverReads({ nonce }: { nonce?: string }) {
  const given = useContext(HandedOverContext);
  const isAlive = useHydrated();
  const text = given || held;
  if (!text || isAlive) return null;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, without a value in it */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyScript }} />
      <script
        type="application/json"
        id={HANDED_OVER}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
        dangerouslySetInnerHTML={{ __html: text }}
      />
    </>
  );
}

/** Takes over what the document holds, where it still is for whoever is signed in here. Called before the page comes alive. */
export function takeOver(): void {
  if (!held) return;
  const { user_id, reads } = JSON.parse(held) as HandedOver;
  const session = sessionIn(document.cookie);
  if (!session?.user || session.user.id !== user_id) return;
  beginAs(session);
  for (const [key, data] of reads) queryClient.setQueryData(key, data);
}
