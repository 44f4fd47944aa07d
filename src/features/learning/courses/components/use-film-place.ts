import { useEffect, useRef } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import { savePosition } from '../enrolments/data.ts';
import { addStretch, resumeSecond, type Stretch } from '../lessons/rules.ts';

const EVERY_MS = 5_000;

/**
 * Remembers where a film is: every few seconds while it runs, when it is paused, and as the page is left. Starts it
 * where it was left. What can't be sent is sent with the next place; a film never stops for it.
 */
export function useFilmPlace(options: {
  lessonId: string;
  isCounted: boolean;
  start: number;
  seen: readonly Stretch[];
}) {
  const { lessonId, isCounted } = options;
  const db = useDb();
  const site = useSite();
  const { session } = useSession();
  const media = useRef<HTMLVideoElement>(null);
  const seen = useRef<Stretch[]>([...options.seen]);
  const from = useRef<number | null>(null);
  const savedAt = useRef(0);
  const hasMoved = useRef(false);
  const token = session?.access_token;

  function settle(): { seconds: number; watched: Stretch[] } | null {
    const film = media.current;
    if (!film || !isCounted || !hasMoved.current) return null;
    if (from.current !== null) seen.current = addStretch(seen.current, [from.current, film.currentTime]);
    from.current = film.paused ? null : film.currentTime;
    return { seconds: film.currentTime, watched: seen.current };
  }

  function save() {
    const place = settle();
    if (!place) return;
    savedAt.current = Date.now();
    savePosition(db, lessonId, place).catch(() => {
      savedAt.current = 0;
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left is this lesson, with what the refs hold then
  useEffect(() => {
    const leave = () => {
      const place = settle();
      if (!place || !token) return;
      // A page that goes away drops its requests, except those it asks to be kept.
      void fetch(`${site.backend.url || location.origin}/rest/v1/rpc/save_position`, {
        method: 'POST',
        keepalive: true,
        headers: {
          'content-type': 'application/json',
          apikey: site.backend.anon_key,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ lesson_id: lessonId, ...place }),
      }).catch(() => undefined);
    };
    const hide = () => document.visibilityState === 'hidden' && leave();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [lessonId, token, isCounted]);

  return {
    media,
    save,
    events: {
      onLoadedMetadata: () => {
        const film = media.current;
        if (film && options.start > 0) film.currentTime = resumeSecond(options.start, film.duration);
      },
      onTimeUpdate: () => {
        const film = media.current;
        if (!film || film.paused || film.seeking) return;
        hasMoved.current = true;
        from.current ??= film.currentTime;
        if (Date.now() - savedAt.current >= EVERY_MS) save();
      },
      onSeeking: () => {
        // What was skipped was not seen.
        from.current = null;
        hasMoved.current = true;
      },
      onPause: save,
    },
  };
}
