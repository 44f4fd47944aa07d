/** The video of the lesson that is open, if it is a file that this page plays. */
function videoOnPage(): HTMLVideoElement | null {
  return document.querySelector<HTMLVideoElement>('#content video');
}

/** Where the video of the open lesson is, in whole seconds; null without one, and before it was played. */
export function playedSecond(): number | null {
  const video = videoOnPage();
  return video && video.currentTime > 0 ? Math.floor(video.currentTime) : null;
}

/** Plays the video of the open lesson from a second on. */
export function playFrom(second: number): void {
  const video = videoOnPage();
  if (!video) return;
  video.currentTime = second;
  video.focus();
  // A browser may refuse to play without a press; the place is found all the same.
  video.play().catch(() => undefined);
}
