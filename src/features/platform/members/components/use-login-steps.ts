import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { tokenIn } from '../rules.ts';
import { goToRedirectTarget, useIsMember } from './after-sign-in.ts';
import { needsSecondStep } from './second-step.ts';

export type Person = { id: string; email?: string; phone?: string };

/** The steps of the login page: after signing in a second factor may be due, or joining the site. */
export function useLoginSteps() {
  const db = useDb();
  const { session, isKnown } = useSession();
  const isMember = useIsMember();
  const [step, setStep] = useState<'form' | 'second' | 'join'>('form');
  const [user, setUser] = useState<Person>();
  const { linkToken, setLinkToken } = useLinkToken();

  async function continueSignIn(person: Person) {
    setUser(person);
    setLinkToken(null);
    if (await needsSecondStep(db)) setStep('second');
    else if (await isMember(person.id)) goToRedirectTarget();
    else setStep('join');
  }
  const cameSignedIn = useRef<boolean>(undefined);
  // A user who signed in elsewhere, by a link or on the platform, may still owe the second step.
  const resume = useEffectEvent(async (person: Person) => {
    setUser(person);
    const search = new URLSearchParams(location.search);
    // A user returning from an external provider continues automatically.
    if (search.has('signed')) await continueSignIn(person);
    else if (!cameSignedIn.current || location.hash || search.has('problem') || search.has('password')) {
      if (await needsSecondStep(db)) setStep('second');
    } else {
      // Whoever is signed in already has nothing to fill in here, unless the server has ended that session.
      const { error } = await db.auth.getUser();
      if (!error) await continueSignIn(person);
    }
  });
  useEffect(() => {
    if (!isKnown) return;
    cameSignedIn.current ??= session !== null;
    if (session) void resume(session.user);
  }, [session, isKnown]);
  function forgetLink() {
    history.replaceState(history.state, '', location.pathname + location.search);
    setLinkToken(null);
  }
  return { step, user, continueSignIn, linkToken, forgetLink };
}

/** The token of a mailed sign-in link in the URL. */
function useLinkToken() {
  const [linkToken, setLinkToken] = useState<string | null>(null);
  useEffect(() => {
    // A link opened in this tab changes the hash alone.
    const readLink = () => setLinkToken(tokenIn(location.hash, 'magiclink'));
    readLink();
    addEventListener('hashchange', readLink);
    return () => removeEventListener('hashchange', readLink);
  }, []);
  return { linkToken, setLinkToken };
}
