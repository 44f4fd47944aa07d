import { useEffect, useRef } from 'react';
import { useDb } from '#base/browser/db-client.ts';
import { useSession } from '#base/browser/session.ts';
import { useSite } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { savePosition } from '../enrolments/data.ts';
import { addWatchedRange, heldSecond, resumeSecond, type TimeRange } from '../watching/rules.ts';

type Position = { seconds: number; watched: TimeRange[] };

const SAVE_INTERVAL_MS = 5_000;

/**
 * Saves the playback position: every few seconds during playback, on pause, and when the page is left. Starts at the
 * saved position. A failed save is retried with the next one and never interrupts playback.
 */
export function usePlaybackPosition(options: {
  lessonId: string;
  isCounted: boolean;
  start: number;
  seen: readonly TimeRange[];
  /** Whether the learner can't move beyond what they have watched; called when they try. */
  onHeld?: (() => void) | undefined;
}) {
  const { lessonId, isCounted, onHeld } = options;
  const db = useDb();
  const site = useSite();
  const { session } = useSession();
  const { media, position, follow, skip, hold } = useWatchedRanges(isCounted, options.seen);
  const savedAt = useRef(0);
  const token = session?.access_token;

  async function save(): Promise<void> {
    const current = position();
    if (!current) return;
    savedAt.current = Date.now();
    await savePosition(db, lessonId, current).catch(() => {
      savedAt.current = 0;
    });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup saves the position of this lesson from the refs
  useEffect(() => {
    return onPageLeave(() => {
      const current = position();
      if (current && token) sendPosition(site, token, { lesson_id: lessonId, ...current });
    });
  }, [lessonId, token, isCounted]);

  return {
    media,
    save,
    events: {
      onLoadedMetadata: () => {
        const player = media.current;
        if (player && options.start > 0) player.currentTime = resumeSecond(options.start, player.duration);
      },
      onTimeUpdate: () => {
        const player = media.current;
        if (!player || player.paused || player.seeking) return;
        follow(player);
        if (Date.now() - savedAt.current >= SAVE_INTERVAL_MS) void save();
      },
      onSeeking: () => {
        skip();
        if (onHeld && hold()) onHeld();
      },
      onPause: () => void save(),
    },
  };
}

/** The position of a player, and which ranges of its media were watched. */
function useWatchedRanges(isCounted: boolean, seen: readonly TimeRange[]) {
  const media = useRef<HTMLVideoElement>(null);
  const watched = useRef<TimeRange[]>([...seen]);
  const from = useRef<number | null>(null);
  /** Where playback was last, so that what was played counts when the learner moves on. */
  const to = useRef(0);
  const hasMoved = useRef(false);
  return {
    media,
    /** Null while there is nothing to save. */
    position: (): Position | null => {
      const player = media.current;
      if (!player || !isCounted || !hasMoved.current) return null;
      if (from.current !== null) watched.current = addWatchedRange(watched.current, [from.current, player.currentTime]);
      from.current = player.paused ? null : player.currentTime;
      return { seconds: player.currentTime, watched: watched.current };
    },
    follow: (player: HTMLVideoElement) => {
      hasMoved.current = true;
      from.current ??= player.currentTime;
      to.current = player.currentTime;
    },
    /** Skipped parts do not count as watched. */
    skip: () => {
      if (from.current !== null) watched.current = addWatchedRange(watched.current, [from.current, to.current]);
      from.current = null;
      hasMoved.current = true;
    },
    /** Takes the player back to what was watched; whether it was beyond that. */
    hold: (): boolean => {
      const player = media.current;
      const held = player ? heldSecond(watched.current, player.currentTime) : 0;
      if (!player || player.currentTime - held < 0.5) return false;
      player.currentTime = held;
      return true;
    },
  };
}

/** Calls when the page is hidden or left, and when the returned function stops it. */
function onPageLeave(listener: () => void): () => void {
  const onHidden = () => document.visibilityState === 'hidden' && listener();
  addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', onHidden);
    listener();
  };
}

function sendPosition({ backend }: Pick<Site, 'backend'>, token: string, body: Position & { lesson_id: string }): void {
  // A browser cancels the requests of a page that is left, except those with keepalive.
  void fetch(`${backend.url || location.origin}/rest/v1/rpc/save_position`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      apikey: backend.anon_key,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}
