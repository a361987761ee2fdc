/**
 * Word categories of The Chameleon: well-known single words that share many associations, so that a clue fits two
 * or three of them. All categories are of the same size, and no word contains another of its category.
 *
 * Rules and prompts use names and words alone; the clues, each with the words it fits, are what the builtin
 * players give and understand.
 */
import { z } from 'zod';
import { rngOf } from '../../base/rng.js';
import type { ContentDefinition } from '../engine/definition.js';
import type { Seed } from '../engine/seeds.js';
import { normalisedAnswer } from '../shared/answers.js';
import { drawContent, partOf } from '../shared/content.js';

const text = z.string().trim().min(1).max(40);
/** The fewest words of a category: with fewer, a blind guess would be right too often. */
const MIN_WORDS = 4;
/** With fewer, a part of the list (learning, validation, test seeds) would be empty or a single category. */
const MIN_CATEGORIES = 5;

const categorySchema = z
  .strictObject({
    name: text,
    words: z.array(text).min(MIN_WORDS).max(30),
    /** For each clue the words it fits. */
    clues: z.record(text, z.array(text).min(1)).optional(),
  })
  .refine(
    ({ words }) => {
      const plain = words.map(normalisedAnswer);
      return plain.every((word, i) => plain.every((other, j) => i === j || !other.includes(word)));
    },
    { error: 'no word of a category may equal or be contained in another of it' },
  );

export type WordCategory = z.infer<typeof categorySchema>;

export const contentSchema = z
  .strictObject({ categories: z.array(categorySchema).min(MIN_CATEGORIES) })
  .refine(({ categories }) => new Set(categories.map(({ name }) => name)).size === categories.length, {
    error: 'every category must have a name of its own',
  });

export type ChameleonContent = z.infer<typeof contentSchema>;

/** A category from words separated by spaces and lines of "clue: words it fits". */
function category(name: string, words: string, clues: string): WordCategory {
  const lines = clues.split(';').map((line) => {
    const [clue, fits] = line.trim().split(': ') as [string, string];
    return [clue, fits.split(' ')] as const;
  });
  return { name, words: words.split(' '), clues: Object.fromEntries(lines) };
}

// prettier-ignore
const CATEGORIES = [
  category('sport', 'tennis golf hockey rowing boxing archery fencing judo cycling sailing surfing climbing',
    `racket: tennis; swing: tennis golf; court: tennis; club: golf hockey; stick: hockey golf; ball: tennis golf hockey; lawn: tennis golf;
     boat: rowing sailing; oars: rowing; water: rowing sailing surfing; wind: sailing surfing archery; wave: surfing sailing; gloves: boxing climbing cycling;
     ring: boxing judo; punch: boxing; target: archery fencing; bow: archery; mask: fencing hockey; blade: fencing rowing hockey; mat: judo fencing;
     belt: judo boxing climbing; helmet: cycling climbing hockey; wheels: cycling; mountain: climbing cycling; rope: climbing sailing boxing; board: surfing sailing; throw: judo`),
  category('animal', 'lion elephant giraffe zebra camel kangaroo crocodile penguin dolphin eagle snake wolf',
    `mane: lion zebra; africa: lion elephant giraffe zebra; pride: lion eagle; tall: giraffe elephant; trunk: elephant; heavy: elephant crocodile; neck: giraffe camel;
     stripes: zebra; herd: zebra elephant giraffe; hump: camel; desert: camel snake; pouch: kangaroo penguin; jump: kangaroo dolphin; teeth: crocodile wolf lion;
     swim: crocodile penguin dolphin; ice: penguin wolf; flippers: penguin dolphin; clever: dolphin elephant wolf; wings: eagle penguin; claws: eagle lion wolf;
     eggs: penguin eagle snake crocodile; scales: snake crocodile; hiss: snake; pack: wolf camel; howl: wolf; hop: kangaroo`),
  category('fruit', 'apple banana cherry lemon mango grape melon peach pear plum coconut kiwi',
    `pie: apple cherry peach; crisp: apple pear; tree: apple cherry plum pear; yellow: banana lemon mango; peel: banana kiwi; monkey: banana coconut; stone: cherry peach plum mango;
     red: apple cherry; sour: lemon kiwi; tea: lemon peach; tropical: mango banana coconut; juice: lemon apple grape mango; wine: grape plum; bunch: grape banana;
     huge: melon coconut; slice: melon lemon; fuzzy: peach kiwi; soft: peach plum banana; core: pear apple; purple: plum grape; dried: plum grape; milk: coconut banana; shell: coconut;
     green: kiwi pear grape; seeds: kiwi melon; round: melon plum cherry`),
  category('vegetable', 'carrot potato tomato onion cabbage lettuce pumpkin cucumber spinach pea bean beetroot',
    `orange: carrot pumpkin; root: carrot beetroot potato; crunchy: carrot cucumber lettuce; fries: potato; starch: potato pea; mash: potato pea; sauce: tomato onion; salad: tomato lettuce cucumber onion;
     red: tomato beetroot; layers: onion cabbage; tears: onion; leaves: cabbage lettuce spinach; sour: cabbage cucumber; green: lettuce pea spinach cucumber; halloween: pumpkin; large: pumpkin cabbage;
     soup: pumpkin pea tomato bean; water: cucumber lettuce; muscles: spinach bean; iron: spinach beetroot; pod: pea bean; small: pea bean; chilli: bean tomato; earthy: beetroot potato; juice: beetroot carrot`),
  category('place', 'airport beach library hospital prison museum theatre school market castle cinema church',
    `plane: airport; gate: airport castle prison; luggage: airport; sand: beach; sunshine: beach market; towel: beach hospital; books: library school; quiet: library church museum hospital;
     shelves: library market; white: hospital; bed: hospital prison castle; nurse: hospital school; guard: prison museum castle airport; walls: prison castle; old: museum castle church; ticket: museum theatre cinema airport;
     curtain: theatre cinema; seats: theatre cinema church airport; stage: theatre school; lessons: school; bell: school church; fruit: market; crowd: market airport beach; tower: castle church; king: castle theatre;
     popcorn: cinema; dark: cinema theatre; candles: church castle; children: school beach; cell: prison; statue: museum church; noisy: market school`),
  category('profession', 'doctor teacher farmer baker lawyer pilot sailor painter soldier tailor plumber journalist',
    `white: doctor baker; health: doctor farmer; school: teacher; chalk: teacher tailor; patience: teacher painter; fields: farmer soldier; tractor: farmer; early: baker farmer; dough: baker; law: lawyer;
     argue: lawyer journalist; suit: lawyer tailor; uniform: pilot soldier sailor; sky: pilot painter; travel: pilot sailor journalist; ship: sailor; knots: sailor tailor; rope: sailor; brush: painter baker; colours: painter tailor;
     gun: soldier; boots: soldier farmer plumber; needle: tailor doctor; pipes: plumber; tools: plumber farmer painter; leak: plumber journalist; questions: journalist lawyer teacher doctor; paper: journalist painter; orders: soldier pilot baker`),
  category('instrument', 'piano guitar violin flute drum trumpet harp clarinet accordion saxophone cello organ',
    `keys: piano accordion organ; black: piano clarinet; heavy: piano organ harp; strings: guitar violin harp cello piano; campfire: guitar accordion; rock: guitar drum; bow: violin cello; chin: violin;
     small: violin flute; silver: flute; breath: flute clarinet trumpet saxophone; holes: flute clarinet; sticks: drum; rhythm: drum guitar; march: drum trumpet; brass: trumpet saxophone; loud: trumpet drum organ;
     angel: harp trumpet; pluck: harp guitar; reed: clarinet saxophone; wood: clarinet violin cello; folk: accordion violin; squeeze: accordion; jazz: saxophone trumpet clarinet; deep: cello organ; seated: cello piano harp; church: organ; pipes: organ`),
  category('vehicle', 'car bicycle tractor helicopter submarine ambulance rocket ferry tram motorcycle balloon truck',
    `road: car truck motorcycle; engine: car motorcycle tractor truck; family: car ferry; pedals: bicycle; bell: bicycle tram; thin: bicycle; field: tractor; slow: tractor balloon ferry; mud: tractor truck; rotor: helicopter; hover: helicopter balloon;
     rescue: helicopter ambulance; deep: submarine; navy: submarine helicopter; siren: ambulance; patient: ambulance; speed: ambulance motorcycle rocket; space: rocket; fuel: rocket truck car; countdown: rocket; waves: ferry submarine; passengers: ferry tram; harbour: ferry submarine;
     rails: tram; city: tram bicycle; helmet: motorcycle bicycle; leather: motorcycle; wind: balloon motorcycle; basket: balloon bicycle; cargo: truck ferry; big: truck ferry; flame: rocket balloon`),
  category('clothing', 'shirt trousers jacket dress glove scarf sock boot belt sweater tie hat',
    `buttons: shirt jacket; collar: shirt jacket; office: shirt tie; legs: trousers sock; pockets: trousers jacket; zip: jacket trousers boot dress; rain: jacket boot hat; party: dress tie; bride: dress; summer: dress hat shirt;
     fingers: glove; pair: glove sock boot; winter: glove scarf sweater jacket; neck: scarf tie; warm: scarf sweater glove; long: scarf dress tie; feet: sock boot; hole: sock sweater belt; leather: boot belt glove; mud: boot; waist: belt trousers;
     buckle: belt boot; wool: sweater scarf sock; knit: sweater scarf sock; knot: tie scarf; silk: tie dress shirt; head: hat; brim: hat; gentleman: hat tie`),
  category('furniture', 'table chair bed sofa wardrobe desk shelf lamp mirror carpet cupboard stool',
    `dinner: table chair; legs: table chair stool desk; flat: table desk shelf; back: chair sofa; sit: chair sofa stool; sleep: bed sofa; pillow: bed sofa; sheet: bed; soft: sofa bed carpet; television: sofa shelf; clothes: wardrobe; doors: wardrobe cupboard;
     tall: wardrobe lamp; homework: desk; office: desk chair lamp; drawers: desk cupboard; books: shelf desk; wall: shelf mirror; light: lamp; bulb: lamp; glass: mirror lamp; face: mirror; bathroom: mirror stool; floor: carpet; vacuum: carpet sofa;
     pattern: carpet; plates: cupboard table; kitchen: cupboard stool table; bar: stool; three: stool`),
  category('weather', 'rain snow fog storm thunder hail drought heatwave frost breeze sunshine cloud',
    `wet: rain; umbrella: rain hail sunshine; drops: rain; white: snow fog frost cloud hail; flakes: snow; cold: snow frost hail; grey: fog cloud rain; blind: fog snow; morning: fog frost; damage: storm hail drought; wind: storm breeze; sea: storm breeze fog;
     loud: thunder storm; dog: thunder; flash: thunder; ice: hail frost; car: hail frost; stones: hail; dry: drought heatwave; harvest: drought hail sunshine; desert: drought sunshine heatwave; sweat: heatwave; fan: heatwave breeze; window: frost rain;
     gentle: breeze cloud; sail: breeze storm; summer: sunshine breeze thunder heatwave; skin: sunshine frost; sky: cloud thunder sunshine; fluffy: cloud snow`),
  category('kitchen', 'oven kettle knife spoon plate fridge pan whisk sieve grater toaster glass',
    `heat: oven kettle toaster; bake: oven; door: oven fridge; boil: kettle pan; tea: kettle spoon; steam: kettle pan; sharp: knife grater; cut: knife; blade: knife; stir: spoon whisk; soup: spoon plate; sugar: spoon sieve; dinner: plate knife glass; round: plate pan sieve;
     break: plate glass; cold: fridge; milk: fridge glass; light: fridge toaster; fry: pan; handle: pan sieve kettle knife; cream: whisk fridge; eggs: whisk pan; foam: whisk; holes: sieve grater; flour: sieve whisk; cheese: grater knife; carrot: grater;
     breakfast: toaster glass; bread: toaster oven; crumbs: toaster; drink: glass kettle; transparent: glass`),
  category('tool', 'hammer saw drill axe shovel rake ladder screwdriver pliers wrench chisel anvil',
    `hit: hammer axe; nails: hammer pliers; heavy: anvil hammer axe; teeth: saw rake; wood: saw axe chisel; board: saw drill; holes: drill shovel; noise: drill hammer saw; electric: drill saw; forest: axe saw; swing: axe hammer; chop: axe; dig: shovel; snow: shovel; garden: shovel rake;
     leaves: rake; autumn: rake ladder; climb: ladder; roof: ladder hammer; steps: ladder; turn: screwdriver wrench drill; small: screwdriver chisel pliers; grip: pliers wrench; wire: pliers; bolt: wrench; pipes: wrench pliers; mechanic: wrench screwdriver; carve: chisel; sculptor: chisel hammer;
     blacksmith: anvil hammer; iron: anvil; spark: anvil`),
  category('drink', 'coffee tea milk wine beer lemonade cocoa water juice whisky champagne cider',
    `morning: coffee tea juice; beans: coffee cocoa; black: coffee tea; leaves: tea; biscuit: tea cocoa; cow: milk; white: milk wine; breakfast: milk coffee juice; grapes: wine champagne juice; bottle: wine beer champagne whisky water; cellar: wine champagne; foam: beer coffee; pub: beer cider;
     barrel: beer whisky wine; summer: lemonade beer; sour: lemonade cider; ice: lemonade whisky; hot: cocoa tea coffee; winter: cocoa tea; chocolate: cocoa; tap: water beer; clear: water; free: water; fruit: juice cider lemonade; vitamins: juice; orange: juice; strong: whisky coffee;
     old: whisky wine; bubbles: champagne lemonade beer cider; wedding: champagne wine; apples: cider juice`),
  category('celebration', 'birthday wedding christmas easter halloween carnival funeral graduation anniversary picnic parade concert',
    `cake: birthday wedding; candles: birthday christmas funeral; age: birthday anniversary; ring: wedding anniversary; white: wedding christmas; dance: wedding carnival concert; tree: christmas; winter: christmas; presents: christmas birthday wedding; eggs: easter; spring: easter carnival; rabbit: easter;
     pumpkin: halloween; ghosts: halloween; costume: halloween carnival parade; mask: carnival halloween; street: carnival parade; black: funeral graduation; tears: funeral wedding graduation; flowers: funeral wedding anniversary; speech: graduation funeral wedding; cap: graduation; future: graduation wedding;
     years: anniversary; couple: anniversary wedding; grass: picnic concert; basket: picnic easter; ants: picnic; flags: parade; march: parade; music: concert parade carnival; tickets: concert; loud: concert parade`),
  category('landscape', 'mountain river desert island forest volcano glacier waterfall swamp canyon meadow cave',
    `peak: mountain volcano; climb: mountain canyon; snow: mountain glacier; bridge: river canyon; fish: river swamp; flow: river glacier volcano; dry: desert canyon; sand: desert island; camel: desert; palm: island desert; boat: island river swamp; treasure: island cave; trees: forest swamp; wolf: forest; shade: forest cave canyon;
     fire: volcano forest; lava: volcano; danger: volcano swamp; ice: glacier; slow: glacier swamp; cold: glacier cave; falling: waterfall; roar: waterfall; wet: waterfall swamp; mud: swamp; mosquito: swamp; deep: canyon cave; echo: canyon cave mountain; grass: meadow; flowers: meadow; cows: meadow mountain;
     bats: cave; dark: cave forest; rainbow: waterfall meadow`),
  category('body', 'hand foot knee elbow shoulder nose eye tooth tongue heart stomach hair',
    `fingers: hand; wave: hand hair; ring: hand nose; toes: foot; shoe: foot; ball: foot hand; bend: knee elbow; leg: knee foot; pray: knee hand; arm: elbow shoulder; joint: elbow knee shoulder; table: elbow; bag: shoulder hand; carry: shoulder hand; shrug: shoulder; smell: nose; face: nose eye tooth; cold: nose foot;
     blue: eye; brown: eye hair; tears: eye; white: tooth hair; dentist: tooth tongue; bite: tooth tongue; taste: tongue nose; mouth: tongue tooth; wet: tongue nose eye; love: heart eye; beat: heart; blood: heart nose; inside: heart stomach; hunger: stomach; food: stomach tongue tooth; butterflies: stomach; cut: hair; long: hair; brush: hair tooth`),
  category('game', 'chess poker monopoly dominoes bingo darts hangman scrabble solitaire sudoku marbles tag',
    `king: chess solitaire poker; board: chess monopoly scrabble darts; silent: chess sudoku; cards: poker solitaire; bluff: poker; money: monopoly poker bingo; street: monopoly marbles; dice: monopoly; dots: dominoes; line: dominoes; falling: dominoes; numbers: bingo sudoku darts; hall: bingo; shout: bingo tag;
     pub: darts dominoes; throw: darts marbles; target: darts marbles; letters: hangman scrabble; pencil: hangman sudoku; rope: hangman; words: scrabble hangman; tiles: scrabble dominoes; dictionary: scrabble; alone: solitaire sudoku; patience: solitaire sudoku chess; newspaper: sudoku; logic: sudoku chess; glass: marbles; round: marbles darts; pocket: marbles;
     run: tag; children: tag marbles hangman; catch: tag`),
  category('crime', 'robbery murder arson forgery smuggling blackmail kidnapping piracy vandalism bribery espionage speeding',
    `bank: robbery; mask: robbery kidnapping; gun: robbery murder piracy; knife: murder robbery; body: murder; detective: murder blackmail; fire: arson; insurance: arson murder; ash: arson; revenge: arson murder vandalism; painting: forgery robbery vandalism; signature: forgery; money: bribery forgery robbery blackmail; border: smuggling espionage; customs: smuggling; night: smuggling vandalism robbery;
     letter: blackmail kidnapping; secret: blackmail espionage bribery; photo: blackmail speeding espionage; ransom: kidnapping piracy; child: kidnapping; ship: piracy smuggling; sea: piracy smuggling; wall: vandalism; teenagers: vandalism speeding; paint: vandalism forgery; politics: bribery espionage; envelope: bribery blackmail; official: bribery;
     agent: espionage; microphone: espionage; car: speeding; fine: speeding vandalism; road: speeding`),
  category('city', 'paris london rome venice cairo tokyo moscow sydney berlin athens istanbul vienna',
    `tower: paris london tokyo; love: paris venice; fashion: paris; fog: london; bridge: london istanbul sydney; queen: london; ruins: rome athens; pope: rome; pizza: rome venice; water: venice istanbul sydney; canal: venice; masks: venice; pyramids: cairo; desert: cairo; hot: cairo athens; neon: tokyo; crowded: tokyo cairo istanbul; fish: tokyo istanbul; snow: moscow vienna; square: moscow venice; cold: moscow berlin;
     opera: sydney vienna; harbour: sydney istanbul; surf: sydney; wall: berlin; divided: berlin istanbul; techno: berlin; ancient: athens rome cairo; philosophy: athens; columns: athens berlin; mosque: istanbul cairo; bazaar: istanbul cairo; waltz: vienna; coffee: vienna rome istanbul; emperor: vienna tokyo rome`),
];

export const shippedContent: ChameleonContent = { categories: CATEGORIES };

/** What a game is about. */
export interface ChameleonSecret {
  readonly category: WordCategory;
  readonly secret: string;
}

/**
 * The word of a category for one seed. Each lap over the categories takes the next word of each, in a random
 * order of the study's, so every word is used once before any is used again.
 */
export function drawWord(category: WordCategory, lap: number, study: number): string {
  const order = rngOf(`content/word/${category.name}/${study}`).shuffle(category.words);
  return order[lap % order.length] as string;
}

/** Category and word of a seed. */
export function drawSecret({ categories }: ChameleonContent, deal: Seed): ChameleonSecret {
  const category = drawContent(categories, deal, 'category');
  const lap = Math.floor(deal.index / partOf(categories, deal.purpose).length);
  return { category, secret: drawWord(category, lap, deal.study) };
}

const entryText = (category: string, word: string): string => `${category}: ${word}`;

export const content: ContentDefinition<ChameleonContent> = {
  schema: contentSchema,
  shipped: shippedContent,
  entries: 'words',
  part: ({ categories }, purpose) =>
    partOf(categories, purpose).flatMap(({ name, words }) => words.map((word) => entryText(name, word))),
  drawn(lists, deal) {
    const { category, secret } = drawSecret(lists, deal);
    return entryText(category.name, secret);
  },
};
