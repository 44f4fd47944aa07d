/** A third-party embed. `src` is the iframe's URL, `host` the name shown to the reader. */
export type Embed = { src: string; host: string };

const players: [RegExp, (match: RegExpExecArray) => string][] = [
  [
    /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|shorts\/|embed\/|live\/)([\w-]{6,20})/,
    (match) => `https://www.youtube-nocookie.com/embed/${match[1]}`,
  ],
  [/^https:\/\/youtu\.be\/([\w-]{6,20})/, (match) => `https://www.youtube-nocookie.com/embed/${match[1]}`],
  [
    /^https:\/\/(?:www\.)?(?:player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})/,
    (match) => `https://player.vimeo.com/video/${match[1]}?dnt=1`,
  ],
  [
    /^https:\/\/open\.spotify\.com\/(?:embed\/)?(track|album|playlist|episode|show)\/(\w{10,40})/,
    (match) => `https://open.spotify.com/embed/${match[1]}/${match[2]}`,
  ],
  [/^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/(\w{10,50})/, (match) => `https://www.loom.com/embed/${match[1]}`],
];

/** The embed of a video, audio or web page URL; null unless it is an https URL. */
export function embedOf(address: string): Embed | null {
  const trimmed = address.trim();
  const url = URL.parse(trimmed);
  if (url?.protocol !== 'https:' || url.username || url.password) return null;
  for (const [pattern, build] of players) {
    const match = pattern.exec(trimmed);
    if (match) return { src: build(match), host: url.host.replace(/^www\./, '') };
  }
  return { src: url.href, host: url.host.replace(/^www\./, '') };
}
