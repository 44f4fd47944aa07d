const words = (text: string): string[] => text.trim().split(/\s+/);

/** Allowed elements: shapes, paint and structure. Any other element is removed with its children. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  words(`
    svg g defs symbol use switch a title desc style image
    rect circle ellipse line polyline polygon path text tspan textPath
    linearGradient radialGradient stop pattern clipPath mask marker
    filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
    feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
    feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
    animate animateMotion animateTransform set mpath`),
);

export const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'animateMotion', 'animateTransform', 'set']);

/** Elements whose text is displayed or announced; text in others is whitespace. */
export const TEXTS: ReadonlySet<string> = new Set(['text', 'title', 'desc']);

/** Presentation properties, as attributes or in CSS. */
const PRESENTATION = words(`
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight glyph-orientation-horizontal
  glyph-orientation-vertical image-rendering kerning letter-spacing lighting-color marker marker-end marker-mid
  marker-start mask mask-type opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-overflow text-rendering transform-box transform-origin unicode-bidi vector-effect
  visibility white-space word-spacing writing-mode`);

/** Geometry attributes. */
const GEOMETRY = words(`
  x y width height x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength dx dy rotate textLength lengthAdjust
  startOffset transform viewBox preserveAspectRatio gradientTransform patternTransform offset markerWidth markerHeight
  refX refY orient in in2 result mode type values tableValues slope intercept amplitude exponent operator k1 k2 k3 k4
  order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant
  specularConstant specularExponent limitingConeAngle pointsAtX pointsAtY pointsAtZ azimuth elevation z scale
  xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles spreadMethod
  gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits markerUnits filterUnits
  primitiveUnits filterRes`);

/** Attributes an animation may change: appearance and geometry, never links or behaviour. */
export const ANIMATED: ReadonlySet<string> = new Set([...PRESENTATION, ...GEOMETRY]);

export const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...PRESENTATION,
  ...GEOMETRY,
  ...words(`
    version baseProfile lang method spacing side media requiredFeatures requiredExtensions systemLanguage
    attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode keyTimes keySplines from
    to by additive accumulate path keyPoints origin`),
]);

/** Attributes for people: any text. */
export const WORDS: ReadonlySet<string> = new Set([
  'id',
  'class',
  'role',
  ...words('aria-label aria-labelledby aria-describedby aria-hidden aria-roledescription'),
]);

/** Elements that reference an element of the same SVG. */
export const REFERRING: ReadonlySet<string> = new Set([
  ...words('use feImage image textPath mpath linearGradient radialGradient pattern filter'),
  ...ANIMATIONS,
]);

/** Of those, elements that are invalid, or something else, without a reference. */
export const EMPTY_ALONE: ReadonlySet<string> = new Set([...words('use feImage image mpath'), ...ANIMATIONS]);

/** Elements that may embed a picture. */
export const PICTURED: ReadonlySet<string> = new Set(['image', 'feImage']);
