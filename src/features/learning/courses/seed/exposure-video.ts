import sharp from 'sharp';
import { webmOf } from './webm.ts';

const WIDTH = 640;
const HEIGHT = 360;
const FRAMES_PER_SECOND = 2;
const DURATION_SECONDS = 24;

/** A demo video: seven steps of exposure over one scene, with its histogram; about 24 seconds, no sound. */
export async function makeExposureVideo(): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (let frame = 0; frame < FRAMES_PER_SECOND * DURATION_SECONDS; frame++) {
    frames.push(
      await sharp(Buffer.from(sceneAt(frame / (FRAMES_PER_SECOND * DURATION_SECONDS - 1))))
        .webp({ quality: 62, effort: 0 })
        .toBuffer(),
    );
  }
  return webmOf(frames, { width: WIDTH, height: HEIGHT, perSecond: FRAMES_PER_SECOND });
}

/** WebVTT captions of the video. */
export const exposureCaptions = `WEBVTT

00:00.000 --> 00:04.500
Three stops under: the sun keeps its edge, and the hills are one dark mass.

00:04.500 --> 00:09.500
Two, then one stop under: the far ranges come apart from each other.

00:09.500 --> 00:14.000
What the meter proposes: most of this dawn sits in the middle.

00:14.000 --> 00:19.500
One, then two stops over: the near hills open, the sky begins to touch the right edge.

00:19.500 --> 00:24.000
Three stops over: the sun has no edge any more, and nothing brings it back.
`;

type Shade = [number, number, number];
const sky: Shade = [0.72, 0.46, 0.24];
const sun: Shade = [1.9, 1.6, 1.0];
const ranges: Shade[] = [
  [0.42, 0.27, 0.32],
  [0.26, 0.18, 0.3],
  [0.13, 0.11, 0.24],
  [0.05, 0.06, 0.14],
];

function sceneAt(progress: number): string {
  // Each step holds still, with a short move between, so that steps can be compared.
  const step = Math.min(6, Math.floor(progress * 7));
  const stops = step - 3;
  const color = (shade: Shade) => `rgb(${shade.map((light) => Math.round(255 * developed(light, stops))).join(' ')})`;
  const drift = progress * 40;
  const hills = ranges
    .map((shade, index) => {
      const base = 150 + index * 52;
      const points = Array.from({ length: 33 }, (_, at) => {
        const x = at * 20;
        const y = base + 16 * Math.sin(at * (0.55 + index * 0.13) + index * 2.1) + 7 * Math.sin(at * 1.7 + index);
        return `${x},${y.toFixed(1)}`;
      });
      return `<polygon fill="${color(shade)}" points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}"/>`;
    })
    .join('');
  const label = stops === 0 ? '0' : `${stops > 0 ? '+' : '−'}${Math.abs(stops)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${color(sky)}"/>
<circle cx="${420 + drift / 2}" cy="${112 - drift / 3}" r="44" fill="${color(sun)}"/>${hills}
<rect x="444" y="18" width="178" height="96" rx="6" fill="rgb(28 28 32)" fill-opacity="0.86"/>${histogram(stops)}
<g font-family="DejaVu Sans, Arial, sans-serif" fill="white"><text x="24" y="336" font-size="34" font-weight="700">${label}</text>
<text x="76" y="336" font-size="15">${stops === 1 || stops === -1 ? 'stop' : 'stops'}</text></g></svg>`;
}

/** Linear light after so many stops: clipped at white, with display gamma. */
function developed(light: number, stops: number): number {
  return Math.min(1, light * 2 ** stops) ** (1 / 2.2);
}

function histogram(stops: number): string {
  const shades: [Shade, number][] = [
    [sky, 46],
    [sun, 6],
    ...ranges.map((shade, index): [Shade, number] => [shade, 18 + index * 6]),
  ];
  const bins = new Array<number>(40).fill(0);
  for (const [[r, g, b], weight] of shades) {
    const centre = developed(0.3 * r + 0.6 * g + 0.1 * b, stops) * 39;
    for (let bin = 0; bin < bins.length; bin++)
      bins[bin] = (bins[bin] ?? 0) + weight * Math.exp(-(((bin - centre) / 2.2) ** 2));
  }
  const points = bins.map((height, bin) => `${453 + bin * 4.1},${(106 - Math.min(80, height * 1.4)).toFixed(1)}`);
  return `<polygon fill="rgb(236 236 236)" points="453,106 ${points.join(' ')} 613,106"/>`;
}
