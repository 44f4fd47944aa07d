import { createRequire } from 'node:module';

/**
 * The most guessed passwords: complete ones, and words that attackers combine with digits and signs. Our own collection;
 * lower case, without those digits and signs.
 */
const words = `
password passwort passwd passw0rd contrasena motdepasse senha parola wachtwoord haslo salasana losenord kodeord adgangskode
letmein welcome willkommen bienvenue bienvenido benvenuto login admin administrator root superuser master changeme default
secret geheim topsecret private access internet computer laptop keyboard monitor desktop windows microsoft google facebook
instagram twitter youtube netflix spotify amazon samsung iphone android apple macbook nintendo playstation xbox minecraft
fortnite pokemon pikachu charizard naruto dragonball onepiece gundam mario zelda sonic tetris warcraft starcraft counterstrike
iloveyou ilovegod iloveme loveyou loveme lovely forever always babygirl babyboy princess prince queen kingkong sweetheart
darling honey sugar angel angels heaven jesus jesuschrist christ godisgood blessed faith hope trustno family mother father
mommy daddy brother sister friends bestfriend soulmate michael michelle jennifer jessica ashley amanda daniel matthew joshua
andrew anthony robert thomas william charlie george harley jordan taylor hannah samantha nicole elizabeth victoria alexander
alexandra benjamin christopher jonathan patrick richard stephanie melissa danielle rebecca natalie veronica patricia maria
carlos antonio francisco alejandro fernando mohammed muhammad ahmed fatima sophie charlotte emma olivia isabella gabriel
football baseball basketball soccer hockey tennis volleyball golfer cricket rugby running swimming liverpool chelsea arsenal
manchester barcelona realmadrid juventus bayern borussia galatasaray fenerbahce yankees redsox cowboys lakers steelers
eagles packers patriots broncos raiders chicago boston dallas newyork losangeles houston phoenix london paris berlin madrid
lisbon roma milano moscow tokyo sydney america canada mexico brasil argentina colombia germany deutschland france italia
espana portugal england scotland ireland holland turkiye istanbul pakistan india
dragon monkey tiger lion panther leopard cheetah elephant dolphin turtle rabbit bunny kitty kitten puppy hamster horse pony
unicorn butterfly ladybug spider spiderman batman superman ironman wolverine hulk thor avengers starwars skywalker vader
gandalf frodo matrix terminator rambo rocky godzilla phantom shadow ghost demon devil hunter killer ninja samurai warrior
knight pirate soldier ranger sniper maverick mustang corvette ferrari porsche lamborghini mercedes bmw audi toyota honda
yamaha suzuki kawasaki harleydavidson camaro chevrolet dodge jaguar subaru
sunshine sunflower flower flowers rainbow summer winter spring autumn january february march april monday tuesday wednesday
thursday friday saturday sunday morning midnight starlight moonlight diamond silver golden crystal emerald sapphire ruby
orange banana strawberry cherry apple peach lemon chocolate cookie cookies cupcake cheese butter pepper ginger cinnamon
coffee pizza burger chicken noodle whiskey vodka tequila corona heineken budweiser guinness marlboro
purple yellow green black white blue pink music guitar piano drummer metallica nirvana slipknot eminem beyonce rihanna
madonna shakira beatles rockstar hiphop dancer ballet singer
freedom liberty peace power money dollar million lucky winner champion success business company office manager student
teacher school college university library history science physics chemistry biology english spanish mathematics learning
testing tester test demo example sample temp temporary guest user username account nothing anything something whatever
nopassword mypassword thepassword yourpassword password password123 adminadmin testtest useruser rootroot qazwsx qweasd
qweasdzxc zaqxsw qazxsw asdasd qweqwe zxczxc abcabc aaa abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij
qwerty qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl
zxcv zxcvb zxcvbn zxcvbnm yxcvbnm dvorak hello hellohello helloworld hola bonjour ciao salut
computer1 blink trustnoone letmeinnow opensesame sesame abracadabra hocuspocus mellon swordfish joker poker blackjack casino
cocacola pepsi nestle adidas nike puma gucci prada chanel
stoa`;

const commonWords = new Set(words.split(/\s+/).filter(Boolean));

/** Keyboard rows and runs of letters and digits. */
const sequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const zigzags = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujm',
];
const walks = [...sequences, ...zigzags].flatMap((row) => [row, [...row].reverse().join('')]);

const substitutions: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const require = createRequire(import.meta.url);
let leaked: ReadonlySet<string> | undefined;

/** 49,000 leaked passwords by frequency, loaded on first use: that takes a tenth of a second. */
function leakedPasswords(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  leaked ??= new Set(dictionary['passwords-common']);
  return leaked;
}

/** Whether a password is among the most guessed. Checked locally: no part of it leaves the process. */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase();
  if (isRepetition(lower) || isKeyboardWalk(lower) || leakedPasswords().has(lower)) return true;
  return [lower, withoutSubstitutions(lower)].some((text) => {
    const word = withoutDecoration(text);
    return (
      word === '' ||
      commonWords.has(text) ||
      commonWords.has(word) ||
      commonWords.has(withoutDecoration(withoutSubstitutions(word)))
    );
  });
}

/** Strips the digits and signs around a word: `2024`, `!` and `123` are the most common additions. */
function withoutDecoration(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isDecoration(text[from])) from++;
  while (to > from && isDecoration(text[to - 1])) to--;
  // The word must make up most of it: a long random tail after a word is a good password.
  return to - from >= 3 && text.length - (to - from) <= 6
    ? text.slice(from, to)
    : to === from && text.length <= 8
      ? ''
      : text;
}

function isDecoration(character: string | undefined): boolean {
  return character !== undefined && /[\d\s!?.,;:*#@$%&+=_-]/.test(character);
}

function withoutSubstitutions(text: string): string {
  return [...text]
    .map((character) => (Object.hasOwn(substitutions, character) ? substitutions[character] : character))
    .join('');
}

/** `aaaaaaaa`, `abababab`, `abc1abc1`: up to four characters repeated. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= 4 && size * 2 <= text.length; size++) {
    if (
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length)
    )
      return true;
  }
  return false;
}

function isKeyboardWalk(text: string): boolean {
  return text.length >= 4 && walks.some((run) => run.includes(text) || (run + run).includes(text));
}
