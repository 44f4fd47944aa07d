export type SeedPost = {
  title: string;
  slug: string;
  excerpt: string;
  cover: { drawing: string; alt: string };
  categories: string[];
  tags: string[];
  author: string;
  /** Publication date in days before the seed's now. */
  daysAgo: number;
  featured?: boolean;
  html: string;
};

/** Posts of the journal about light and seeing. */
export const seeingPosts: SeedPost[] = [
  {
    title: 'Photograph a glass of water for an hour',
    slug: 'photograph-a-glass-of-water',
    excerpt: 'The exercise every course begins with, why it is boring for nine minutes, and what happens in the tenth.',
    cover: { drawing: 'lumen-aperture.svg', alt: 'Light falling through the blades of an aperture' },
    categories: ['Light'],
    tags: ['exercise', 'exposure', 'patience'],
    author: 'instructor@demo.test',
    daysAgo: 3,
    featured: true,
    html: '<p>Put a glass of water on a table near a window. Sit down in front of it with whatever camera you have. You may move the glass, the camera and yourself, but nothing else, and you may not get up for an hour.</p><p>For nine minutes there is nothing to photograph. You take the picture everybody takes: a glass, a table, too much of the room. Then, because there is nothing else to do, you look.</p><h2>What you see in the tenth minute</h2><p>The glass is not transparent. It is a lens that turns the window upside down and puts it, small and bright, into the water. The rim is drawn by two lines, one light and one dark, and the dark one is the room behind your back. The shadow on the table is brighter in its middle than the table around it: the water has collected the light that is missing at the edges.</p><blockquote>You are not photographing a glass. You are photographing where the light went.</blockquote><h2>Three things to try</h2><ol><li>Expose for the brightest spot in the shadow. Everything else goes dark, and the glass becomes a drawing.</li><li>Put a sheet of black paper behind it, then a white one. Watch the edges swap.</li><li>Wait for a cloud. Nothing teaches contrast as quickly as losing it.</li></ol><p>At the end of the hour, choose one picture and write one sentence about why. Send both. We have read several thousand of these sentences, and the ones we remember begin with “I had not noticed that”.</p>',
  },
  {
    title: 'Why shade is blue',
    slug: 'why-shade-is-blue',
    excerpt: 'Your camera is not wrong about the snow. You are, and it is useful to know by how much.',
    cover: { drawing: 'lumen-landscape.svg', alt: 'Hills one behind the other in evening haze' },
    categories: ['Light', 'Colour'],
    tags: ['colour temperature', 'sky', 'physics'],
    author: 'owner@demo.test',
    daysAgo: 9,
    html: '<p>On a clear winter day, look at a shadow on snow and say what colour it is. Most people say grey. The camera says blue, and the camera has no opinions.</p><p>A shadow is a place the sun does not reach. It is not a place without light: the whole sky still shines into it, and the sky is blue because air scatters short waves more than long ones, roughly with the fourth power of their frequency. Violet light at 400 nanometres is scattered about nine times as much as red at 700. What reaches your shadow is exactly this scattered part.</p><h2>Why you do not see it</h2><p>Because you have a very good white balance. Your visual system estimates the light and takes it off, so that a sheet of paper stays white from breakfast to dusk. It is so good that painters needed several centuries to stop painting shadows brown.</p><h2>What to do with it</h2><ul><li>Set the white balance by hand to daylight and leave it there for a week. You will begin to see what the automatic was hiding.</li><li>When you photograph a person in open shade, do not “correct” it all away. Take two thirds. A little cold is what makes shade look like shade.</li><li>At dusk look for the band over the eastern horizon, grey-blue under pink. That is the shadow of the Earth, and it is the largest shadow you will ever photograph.</li></ul>',
  },
  {
    title: 'A prism, a torch and a bowl of milk',
    slug: 'a-prism-a-torch-and-a-bowl-of-milk',
    excerpt:
      'Three experiments for a kitchen table that explain most of optics, and one you should not tell your landlord about.',
    cover: { drawing: 'lumen-spectrum.svg', alt: 'A beam of light fanned out by a prism' },
    categories: ['Light'],
    tags: ['physics', 'exercise', 'children'],
    author: 'instructor@demo.test',
    daysAgo: 16,
    html: '<p>You need a torch with a narrow beam, a glass prism (a cut-glass stopper will do), a bowl of water, and a teaspoon of milk. Close the curtains.</p><h2>One: the bent stick</h2><p>Shine the torch at a flat angle on the water. Put a drop of milk in, stir, and the beam becomes visible: it breaks at the surface, downwards. Move the torch until it stands upright and the break is gone. Light slows down in water by about a quarter, and a beam that arrives at an angle is turned by its slower side, like a cart with one wheel in sand.</p><h2>Two: the mirror that is not there</h2><p>Now shine from below, through the side of the bowl, up at the surface. When the angle is flat enough, the surface turns into a perfect mirror. Nothing gets out. Glass fibres carry telephone calls under oceans with no other trick than this.</p><h2>Three: the evening in a bowl</h2><p>Add the rest of the milk, a little at a time. Look at the beam from the side: bluish. Look at the torch through the bowl, along the beam: orange, then red. You have made noon and sunset from the same spoonful of fat. The droplets scatter the short waves sideways, and what goes straight on is what remains.</p><p>The prism is for the last ten minutes, when everybody is tired and deserves a rainbow. The experiment for your landlord involves the bathroom, a mirror and forty litres of water. Write to us.</p>',
  },
  {
    title: 'The aperture you never use',
    slug: 'the-aperture-you-never-use',
    excerpt:
      'Every lens is best somewhere in the middle. Here is how to find out where, in ten minutes, with a newspaper.',
    cover: { drawing: 'lumen-window.svg', alt: 'A woman in profile before a bright window' },
    categories: ['Technique'],
    tags: ['exposure', 'lenses', 'exercise'],
    author: 'instructor@demo.test',
    daysAgo: 24,
    html: '<p>Two enemies fight over the sharpness of a picture. Wide open, a lens shows its faults: rays that pass near its rim do not meet those from the middle. Stopped far down, light itself is the fault: it spreads behind a small opening, and a point becomes a disk. Somewhere between them is the aperture where neither has won.</p><h2>The newspaper</h2><ol><li>Tape a double page to the wall. Camera on something solid, square to the wall, so far away that the page fills the frame.</li><li>Lowest sensitivity, a delay of two seconds, focus once and switch the automatic off.</li><li>One picture at every full stop, from wide open to closed.</li><li>Look at each at full size: once in the middle, once in the worst corner.</li></ol><p>You will find that the middle is best early, at f/4 perhaps, and that the corners catch up around f/8. After f/16 both get worse together. Write the two numbers on a piece of tape inside the lens cap.</p><p>And then forget it, most of the time. A portrait at the sharpest aperture is a record of skin. But when you copy a painting, photograph a leaf for someone who must count its veins, or stand once in your life before a valley that will be flooded, you will be glad of the tape.</p>',
  },
  {
    title: 'How to look at a picture somebody hands you',
    slug: 'how-to-look-at-a-picture',
    excerpt: 'Eleven years of written critique, reduced to five questions you can ask in this order.',
    cover: { drawing: 'lumen-darkroom.svg', alt: 'A red lamp over a developing tray' },
    categories: ['Looking'],
    tags: ['critique', 'teaching'],
    author: 'owner@demo.test',
    daysAgo: 31,
    html: '<p>People who ask what you think of their picture want to know two things: whether you looked, and what to do next. “Nice” answers neither.</p><h2>The five questions</h2><ol><li><b>Where did my eye enter?</b> Say it before you say anything else. It is a fact about you, nobody can disagree, and it is often news.</li><li><b>Where did it leave?</b> A bright corner, a cut hand, a word on a sign. Most pictures lose you at one place, and one place can be cropped.</li><li><b>What is the light doing?</b> From where, how hard, and is it saying the same thing as the face?</li><li><b>What is it a picture of?</b> Not the subject: the matter. If two of you answer differently, the picture has not decided yet.</li><li><b>What would you try?</b> One thing. The second suggestion halves the first.</li></ol><p>You will notice that no question asks whether the picture is good. After four answers the person who made it knows that better than you do.</p><p>We write these down, by hand or by keyboard, because a sentence somebody has to formulate is more careful than one that slips out. It takes a quarter of an hour. It is what the membership pays for, and we think it is the only part that could not be a film.</p>',
  },
  {
    title: 'A camera obscura in a rented room',
    slug: 'a-camera-obscura-in-a-rented-room',
    excerpt: 'Foil, tape, a coin-sized hole, and the street comes in upside down and moves across your wallpaper.',
    cover: { drawing: 'lumen-hero.svg', alt: 'The sun rising over the edge of a planet' },
    categories: ['Light', 'Looking'],
    tags: ['exercise', 'physics', 'children'],
    author: 'owner@demo.test',
    daysAgo: 44,
    html: '<p>Choose a room with one window that faces something worth seeing: a street with trees, a square, a neighbour with a ladder. Sunlight must fall on that something, not on your window.</p><p>Cover the window with kitchen foil, completely. This takes longer than you expect, and the last slit takes longest of all. When it is dark enough that you bump into the table, cut a round hole of twelve to fifteen millimetres in the foil, about as high as your chin.</p><h2>Wait</h2><p>Your eyes need five minutes. Then there is a smear on the opposite wall. Then the smear is a street: upside down, in colour, silent, moving. A bus drives along the ceiling. People who see this for the first time usually stop talking, and then laugh.</p><h2>Why it works</h2><p>Every point of the street sends light in all directions. Through a small hole, from each point, only one thin ray fits. It arrives at one place on the wall and nowhere else. That is all an image is: a rule that keeps rays from mixing. A smaller hole makes it sharper and darker; a larger one brighter and softer; a lens lets you cheat and have both, for one distance.</p><p>If you hang a sheet in the middle of the room and walk with it, you will feel in your arms what focusing is. Take a picture of it: sensitivity 1600, thirty seconds, and tell nobody to stand still. The ones who do not will vanish, and the trees remain.</p>',
  },
];
