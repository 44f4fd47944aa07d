/** A place to load from elsewhere, and whose it is. `src` is what a frame loads, `host` what the reader is told. */
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

/** What an address of a film, a sound or another site is as a frame; null where it is no address of the secure web. */
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
