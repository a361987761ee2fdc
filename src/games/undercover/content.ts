/**
 * Word pairs of Undercover. The two words of a pair share most first associations (same kind, size, use, place)
 * and differ in at least two ways that can be described; they are no synonyms and neither contains the other.
 *
 * Rules and prompts use words and closeness alone; what is true of both words and of one is what the builtin
 * players describe with.
 */
import { z } from 'zod';
import type { ContentDefinition } from '../engine/definition.js';
import type { Seed } from '../engine/seeds.js';
import { normalisedAnswer } from '../shared/answers.js';
import { drawContent, partOf } from '../shared/content.js';

const word = z.string().trim().min(1).max(40);
const phrases = z.array(z.string().trim().min(1).max(120)).max(30);

/** A word and what is true of it, but not of the other word of its pair. Phrases continue "It …". */
const describedWord = z.strictObject({ word, own: phrases.optional() });

const pairSchema = z
  .strictObject({
    words: z.tuple([describedWord, describedWord]),
    /** 1: same kind of thing; 2: and much the same use; 3: most of what is said of one is true of the other. */
    closeness: z.int().min(1).max(3),
    /** What is true of both words. */
    shared: phrases.optional(),
  })
  .refine(
    ({ words: [first, second] }) => {
      const [a, b] = [normalisedAnswer(first.word), normalisedAnswer(second.word)];
      return !a.includes(b) && !b.includes(a);
    },
    { error: 'neither word of a pair may contain the other' },
  );

export type WordPair = z.infer<typeof pairSchema>;

/** With fewer, a part of the list (learning, validation, test seeds) would be empty or a single pair. */
const MIN_PAIRS = 10;

export const contentSchema = z.strictObject({ pairs: z.array(pairSchema).min(MIN_PAIRS) }).refine(
  ({ pairs }) => {
    const words = pairs.flatMap((pair) => pair.words.map((described) => normalisedAnswer(described.word)));
    return new Set(words).size === words.length;
  },
  { error: 'a word may occur in one pair only' },
);

export type UndercoverContent = z.infer<typeof contentSchema>;

/** A pair with phrases separated by semicolons. */
function pair(
  closeness: number,
  [first, second]: readonly [string, string],
  shared: string,
  ownOfFirst: string,
  ownOfSecond: string,
): WordPair {
  const list = (text: string): string[] => text.split('; ');
  return {
    words: [
      { word: first, own: list(ownOfFirst) },
      { word: second, own: list(ownOfSecond) },
    ],
    closeness,
    shared: list(shared),
  };
}

// prettier-ignore
const PAIRS = [
  // Food and drink
  pair(3, ['tea', 'coffee'], 'is a hot drink; is served in a cup; helps people to stay awake', 'is made from leaves; often comes in small bags', 'is made from roasted beans; smells strongly in the morning'),
  pair(1, ['butter', 'cheese'], 'is made from milk; goes on bread; is kept cool', 'is churned; melts quickly in a pan', 'ripens for months; may have holes in it'),
  pair(3, ['lemon', 'lime'], 'is a sour fruit; goes into cold drinks; has juicy flesh and a thick skin', 'is yellow when ripe; goes with tea', 'is green when sold; belongs in many cocktails'),
  pair(2, ['orange', 'grapefruit'], 'is a citrus fruit; is pressed for juice at breakfast; has to be peeled', 'is sweet; gave its name to a colour', 'is bitter; is eaten with a spoon from its half'),
  pair(2, ['apple', 'pear'], 'grows on trees; is a crisp fruit; has a core with seeds', 'is round; is said to keep the doctor away', 'is narrow at the top; gets soft and very juicy'),
  pair(3, ['peach', 'apricot'], 'is a summer fruit; has a large stone inside; has a soft skin', 'is as large as a fist; has fuzz you can feel', 'is often sold dried; is small and deep orange'),
  pair(2, ['strawberry', 'raspberry'], 'is a red berry; is made into jam; is eaten with cream', 'has tiny seeds on its outside; grows close to the ground', 'is hollow inside; grows on tall canes'),
  pair(2, ['onion', 'garlic'], 'grows under the ground; gives savoury dishes their taste; smells strongly', 'brings tears to the eyes; has rings inside', 'comes in cloves; is said to keep vampires away'),
  pair(2, ['carrot', 'parsnip'], 'is a root vegetable; is long and pointed; goes into soup', 'is bright orange; is given to rabbits', 'is pale as cream; tastes best after a frost'),
  pair(3, ['cucumber', 'zucchini'], 'is a long green vegetable; consists mostly of water; grows fast in summer', 'is eaten raw in salads; is pickled in jars', 'is fried or grilled; has flowers that can be eaten'),
  pair(2, ['honey', 'jam'], 'is sweet; comes in a jar; is spread on bread', 'is made by insects; flows slowly from the spoon', 'is made from fruit; is cooked with a lot of sugar'),
  pair(2, ['wine', 'beer'], 'is drunk by adults; comes in bottles; is fermented', 'is made from grapes; has a cork', 'is made from grain; has foam on top'),
  pair(2, ['milk', 'cream'], 'is white; comes from cows; is poured into coffee', 'is drunk by the glass; is given to babies', 'can be whipped; is very rich'),
  pair(1, ['pasta', 'rice'], 'is boiled in water; is a cheap meal; is kept dry for months', 'comes in many shapes; is eaten with tomato sauce', 'consists of small grains; grows in flooded fields'),
  pair(1, ['pizza', 'hamburger'], 'is fast food; can be eaten by hand; often has melted cheese', 'is cut in slices; is delivered in a flat box', 'has a round bun; comes with fries'),
  pair(3, ['pancake', 'waffle'], 'is made from batter; is eaten with syrup; is sweet and warm', 'is flipped in a pan; is thin and can be rolled', 'has a pattern of squares; needs a special iron'),
  pair(2, ['cake', 'pie'], 'comes from the oven; is cut in slices; is eaten for dessert', 'has candles on birthdays; is covered with icing', 'has a crust; may hide meat inside'),
  pair(2, ['salt', 'sugar'], 'is white and fine; is used in every kitchen; dissolves in water', 'comes from the sea; is used to keep fish', 'comes from beets or cane; is bad for the teeth'),
  pair(3, ['ketchup', 'mustard'], 'is a sauce in a bottle; goes with sausages; is squeezed out', 'is red and sweet; is made from tomatoes', 'is yellow and hot; is made from seeds'),
  pair(3, ['soup', 'stew'], 'is eaten from a bowl; cooks in a large pot; warms people in winter', 'is thin enough to drink; is served as a starter', 'is thick with meat; cooks for hours'),
  pair(2, ['chocolate', 'caramel'], 'is brown and sweet; melts in the mouth; is used in candy bars', 'is made from beans; is given at Easter', 'is made from burnt sugar; sticks to the teeth'),
  pair(2, ['biscuit', 'cracker'], 'is dry and crisp; breaks into crumbs; is baked flat', 'is sweet; is dipped into tea', 'is salty; is eaten with cheese'),
  // Animals
  pair(2, ['dog', 'wolf'], 'has four legs and a tail; lives in groups; howls', 'lives with people; fetches sticks', 'lives in the wild; scares shepherds'),
  pair(2, ['horse', 'donkey'], 'can be ridden; has hooves; eats hay', 'runs races; has a flowing mane', 'has very long ears; is said to be stubborn'),
  pair(2, ['sheep', 'goat'], 'lives in herds; is kept for milk; eats grass', 'is shorn for wool; is counted by the sleepless', 'has a beard; climbs on rocks'),
  pair(3, ['rabbit', 'hare'], 'has long ears; hops; eats plants', 'digs burrows; is kept as a pet', 'never digs a burrow; is the fastest runner in the fields'),
  pair(2, ['mouse', 'hamster'], 'is a small rodent; eats grain; is active at night', 'has a long tail; is chased by cats', 'fills its cheeks; runs in a wheel'),
  pair(3, ['frog', 'toad'], 'lives near water; eats insects; starts life as a tadpole', 'has smooth wet skin; jumps far', 'has dry skin with warts; walks more than it jumps'),
  pair(3, ['crocodile', 'alligator'], 'is a large reptile; lies in wait in the water; has strong jaws', 'shows its lower teeth when its mouth is shut; is found along the Nile', 'has a broad round snout; is found in Florida'),
  pair(2, ['lion', 'tiger'], 'is a big cat; hunts large animals; roars', 'has a mane; lives in a family', 'has stripes; likes to swim'),
  pair(3, ['leopard', 'cheetah'], 'is a spotted cat; lives in Africa; hunts antelopes', 'carries its prey up a tree; hunts by night', 'is the fastest animal on land; has black lines like tears on its face'),
  pair(2, ['whale', 'dolphin'], 'lives in the sea; breathes air; is no fish', 'is larger than a bus; sings across the ocean', 'leaps out of the water; does tricks in shows'),
  pair(2, ['seal', 'walrus'], 'lives on cold coasts; has flippers; eats fish', 'has big dark eyes; balances balls in shows', 'has long tusks; has a thick moustache'),
  pair(3, ['bee', 'wasp'], 'flies and stings; has yellow and black bands; builds combs', 'makes honey; dies after it stings', 'comes for cake and lemonade; has a very thin waist'),
  pair(3, ['butterfly', 'moth'], 'has large wings; was a caterpillar; lives for a short time', 'flies by day; is known for bright colours', 'flies to the light at night; eats holes in sweaters'),
  pair(2, ['crow', 'magpie'], 'is a clever bird; eats almost anything; makes a harsh noise', 'is black all over; is kept off by men of straw', 'is black and white; is said to steal shiny things'),
  pair(2, ['owl', 'eagle'], 'is a bird of prey; has sharp claws; sees very well', 'hunts at night; can turn its head around', 'circles high in the sky; appears on coats of arms'),
  pair(3, ['duck', 'goose'], 'swims on ponds; has webbed feet; gives feathers for pillows', 'quacks; dives with its tail in the air', 'hisses at strangers; flies in the shape of a V'),
  pair(3, ['turtle', 'tortoise'], 'has a shell; lives very long; lays eggs', 'swims in the sea; has flippers', 'lives on land; beat the hare in a race'),
  pair(3, ['snail', 'slug'], 'is very slow; leaves a trail of slime; eats the lettuce', 'carries its house; is a French dish', 'has no house; hides under stones by day'),
  pair(1, ['spider', 'scorpion'], 'has eight legs; may be poisonous; scares many people', 'spins a web; hangs in the corner of the room', 'has claws; stings with its tail'),
  pair(3, ['octopus', 'squid'], 'has many arms; squirts ink; lives in the sea', 'has eight arms; hides in a hole in the rocks', 'has ten arms; is served fried in rings'),
  pair(2, ['penguin', 'puffin'], 'is a black and white bird; catches fish; lives in large colonies', 'cannot fly; lives in the far south', 'has a bright beak; nests on northern cliffs'),
  pair(1, ['camel', 'llama'], 'carries loads; spits when it is angry; has a long neck', 'has humps; crosses deserts', 'gives soft wool; lives in the Andes'),
  pair(1, ['squirrel', 'hedgehog'], 'lives in gardens and woods; is small; is seen before winter', 'has a bushy tail; climbs trees', 'has spines; rolls into a ball'),
  pair(1, ['swan', 'pelican'], 'is a large water bird; is mostly white; can fly', 'has a long curved neck; was an ugly duckling', 'has a pouch under its beak; scoops up fish'),
  // Places
  pair(2, ['river', 'canal'], 'carries boats; flows through cities; has bridges', 'has a spring; winds its way to the sea', 'was dug by people; has locks'),
  pair(2, ['lake', 'pond'], 'is still water; has fish and reeds; freezes in winter', 'has ferries and beaches; can be very deep', 'fits into a garden; is full of frogs'),
  pair(1, ['beach', 'desert'], 'has a lot of sand; is hot in summer; offers little shade', 'lies by the sea; is full of towels', 'has almost no water; is crossed by caravans'),
  pair(3, ['forest', 'jungle'], 'is full of trees; is home to many animals; is easy to get lost in', 'has pines and mushrooms; lies in the north', 'has vines and parrots; is hot and wet'),
  pair(3, ['hotel', 'hostel'], 'has beds for travellers; has a reception; is booked for a night', 'has room service; has stars', 'has bunk beds; is cheap and shared'),
  pair(2, ['cinema', 'theatre'], 'has rows of seats; is dark during the show; sells tickets', 'has a huge screen; smells of popcorn', 'has a stage; has a curtain and applause'),
  pair(3, ['museum', 'gallery'], 'shows things on the wall; has guards; is quiet inside', 'has bones and old tools; is visited by school classes', 'sells what it shows; hangs paintings by living artists'),
  pair(3, ['castle', 'palace'], 'was home to kings; has many rooms; is visited by tourists', 'has towers and a moat; was built for war', 'has golden halls; has a formal garden'),
  pair(1, ['hospital', 'pharmacy'], 'helps the sick; has people in white; smells clean', 'has beds; has operating rooms', 'has a counter; sells pills'),
  pair(2, ['school', 'university'], 'is a place to learn; has exams; closes in summer', 'is for children; has a bell and breaks', 'has professors; gives degrees'),
  pair(2, ['library', 'bookshop'], 'is full of shelves; is quiet; offers things to read', 'lends what it has; fines you when you are late', 'sells what it has; wraps things as gifts'),
  pair(1, ['airport', 'harbour'], 'is where journeys begin; handles cargo; has customs', 'has runways; has security checks', 'has cranes by the water; has seagulls'),
  pair(2, ['park', 'garden'], 'has lawns and flowers; is nice in spring; is a green place', 'is open to everyone; has joggers and playgrounds', 'belongs to a house; grows vegetables'),
  pair(2, ['bakery', 'cafe'], 'sells cakes; smells good in the morning; opens early', 'sells bread; works at night', 'has tables; brings a hot drink to your seat'),
  pair(2, ['church', 'mosque'], 'is a house of prayer; is quiet inside; has a tower', 'has bells; has benches', 'has carpets; asks you to take off your shoes'),
  pair(2, ['mountain', 'volcano'], 'is very high; is climbed by hikers; can be seen from far away', 'has snow on top; is loved by skiers', 'has a crater; may spit fire'),
  pair(2, ['island', 'peninsula'], 'has a long coast; is a good holiday place; is shown on maps', 'is reached by ferry; is where castaways live', 'hangs on to the mainland; can be reached by road'),
  pair(2, ['bridge', 'tunnel'], 'lets a road go on; was built by engineers; is crossed by trains', 'spans a river; gives a fine view', 'goes through a hill; is dark inside'),
  pair(1, ['cave', 'cellar'], 'is dark and cool; lies below the ground; may have bats or spiders', 'was made by water; has old paintings', 'belongs to a house; stores bottles'),
  pair(1, ['farm', 'zoo'], 'has many animals; is loved by children; smells of manure', 'grows crops; has a tractor', 'sells tickets; has lions'),
  // Vehicles
  pair(2, ['car', 'van'], 'has four wheels; drives on roads; needs fuel', 'takes a family of five; may be a sports model', 'carries parcels; has a sliding door'),
  pair(3, ['bus', 'tram'], 'carries people through the city; stops every few minutes; needs a ticket', 'has tyres; gets stuck in traffic', 'runs on rails; has a wire above it'),
  pair(1, ['train', 'ferry'], 'carries many passengers; has a timetable; is boarded with luggage', 'runs on rails; goes through tunnels', 'crosses the water; takes cars on board'),
  pair(2, ['bicycle', 'motorcycle'], 'has two wheels; has handlebars; is ridden with a helmet', 'has pedals; has a bell', 'has an engine; roars on the highway'),
  pair(2, ['scooter', 'skateboard'], 'is pushed with one foot; is small and has wheels; is loved by kids', 'has handlebars; can be rented all over town', 'is steered by leaning; is used for tricks on ramps'),
  pair(2, ['helicopter', 'drone'], 'has rotors; can hover; takes off straight up', 'carries people; lands on hospitals', 'is flown from the ground; fits into a backpack'),
  pair(1, ['airplane', 'rocket'], 'flies very high; needs a lot of fuel; is loud at its start', 'has wings; serves meals', 'leaves the earth; starts with a countdown'),
  pair(3, ['canoe', 'kayak'], 'is a narrow boat; is moved by paddling; is used on rivers', 'is open at the top; is moved with one blade', 'encloses the legs; is moved with two blades'),
  pair(1, ['yacht', 'raft'], 'floats on water; carries a few people; depends on the weather', 'has sails; belongs to the rich', 'is made of logs; saves castaways'),
  pair(1, ['tractor', 'bulldozer'], 'is heavy and slow; has a strong engine; works outdoors', 'pulls a plough; is driven by a farmer', 'pushes earth away; runs on tracks'),
  pair(1, ['ambulance', 'hearse'], 'carries people lying down; is a special car; has a driver and a crew', 'has a siren; rushes to accidents', 'is black; drives to the cemetery'),
  pair(1, ['sledge', 'snowboard'], 'slides down hills; needs snow; is used in winter', 'is sat on; was pulled by dogs', 'is stood on; is strapped to the feet'),
  // Sports and pastimes
  pair(3, ['tennis', 'badminton'], 'is played over a net; needs a racket; is for two or four', 'has a yellow ball; is played at Wimbledon', 'has a feathered shuttle; is played in gyms'),
  pair(2, ['football', 'rugby'], 'is a team game; is played on grass; fills stadiums', 'is played with the feet; has a round ball', 'allows tackling; has an oval ball'),
  pair(3, ['baseball', 'cricket'], 'has a bat and a ball; has runs; takes a long time', 'has bases and a diamond; is loved in America', 'has wickets; has breaks for tea'),
  pair(2, ['basketball', 'volleyball'], 'is played by tall people; is played by hand; is played in halls', 'has hoops; has dribbling', 'has a net; is also played on the beach'),
  pair(2, ['skiing', 'skating'], 'is a winter sport; is gliding; starts with many falls', 'needs a mountain; uses poles', 'needs ice; has jumps and spins'),
  pair(2, ['swimming', 'diving'], 'is done in water; needs holding your breath; is an Olympic sport', 'is done in lanes; has the butterfly and the crawl', 'starts from a tower; may need a tank of air'),
  pair(1, ['surfing', 'sailing'], 'is done at sea; needs balance; depends on the weather', 'needs waves; is done on a board', 'needs wind; needs ropes and knots'),
  pair(2, ['boxing', 'wrestling'], 'is a fight of two; takes place in a ring; has weight classes', 'is done with gloves; ends with a knockout', 'is done by holding; ends with both shoulders down'),
  pair(3, ['judo', 'karate'], 'comes from Japan; has coloured belts; is done barefoot', 'throws the other to the mat; grips the jacket', 'has kicks and punches; breaks boards'),
  pair(3, ['chess', 'checkers'], 'is a board game for two; has black and white pieces; needs thinking', 'has a king and a queen; has grandmasters', 'has round pieces; lets you jump over the other'),
  pair(2, ['golf', 'croquet'], 'is played on a lawn; has a small ball; is a quiet game', 'has eighteen holes; has a caddie', 'has hoops; is played with a mallet'),
  pair(2, ['archery', 'darts'], 'is about hitting a target; needs a steady hand; counts rings', 'needs a bow; is what Robin Hood did', 'is played in pubs; is thrown'),
  pair(2, ['camping', 'hiking'], 'is done outdoors; needs a backpack; is spoiled by rain', 'needs a tent; is done overnight', 'needs good boots; follows a trail'),
  pair(2, ['fishing', 'hunting'], 'is about catching animals; needs patience; needs a licence', 'is done by the water; needs bait', 'is done in the woods; needs a gun'),
  pair(3, ['knitting', 'sewing'], 'is done with thread or yarn; uses needles; makes clothes', 'makes sweaters; uses two long sticks', 'joins cloth; may use a machine'),
  pair(3, ['painting', 'drawing'], 'makes pictures; is taught in art class; needs a good eye', 'uses a brush; needs time to dry', 'uses a pencil; can be rubbed out'),
  pair(3, ['yoga', 'pilates'], 'is done on a mat; is about breath and posture; is slow exercise', 'comes from India; ends in silence', 'was invented by a German; trains the belly'),
  pair(1, ['bowling', 'billiards'], 'is played indoors; is about rolling balls; is an evening with friends', 'has ten pins; needs special shoes', 'has a green table; is played with a stick'),
  // Nature
  pair(2, ['rain', 'snow'], 'falls from clouds; makes roads slippery; is in the weather forecast', 'makes puddles; calls for an umbrella', 'is white; is made into balls'),
  pair(2, ['fog', 'smoke'], 'is grey; makes it hard to see; drifts in the air', 'comes in autumn mornings; is cold and wet', 'comes from fire; makes people cough'),
  pair(1, ['thunder', 'lightning'], 'comes with a storm; frightens dogs; is over in seconds', 'is heard; rolls across the sky', 'is seen; strikes trees'),
  pair(1, ['earthquake', 'avalanche'], 'is a sudden disaster; buries people; is hard to predict', 'shakes houses; is measured on a scale', 'rushes down a slope; is made of snow'),
  pair(3, ['tornado', 'hurricane'], 'is a violent wind; tears off roofs; turns around a centre', 'is a narrow funnel; is over in minutes', 'gets a first name; comes from the ocean'),
  pair(3, ['sunrise', 'sunset'], 'colours the sky; happens once a day; is photographed by couples', 'begins the day; happens in the east', 'ends the day; happens in the west'),
  pair(2, ['moon', 'sun'], 'is seen in the sky; is round; rises and goes down', 'is seen at night; moves the tides', 'gives warmth; burns the skin'),
  // Things
  pair(2, ['crayon', 'pencil'], 'is used by children; is for drawing; gets shorter with use', 'is made of wax; comes in many colours', 'has a lead; can be rubbed out'),
  pair(2, ['fork', 'spoon'], 'lies beside the plate; is made of metal; is used to eat', 'has prongs; picks up noodles', 'is round at the end; is used for soup'),
  pair(1, ['knife', 'scissors'], 'cuts; has a sharp blade; must be kept from children', 'is used at the table; spreads butter', 'has two handles; is used by hairdressers'),
  pair(2, ['plate', 'bowl'], 'is put on the table; is washed after meals; breaks when dropped', 'is flat; is used for steak', 'is deep; is used for cereal'),
  pair(2, ['pillow', 'blanket'], 'lies on the bed; is soft; helps you sleep', 'goes under the head; is filled with feathers', 'covers the body; keeps you warm'),
  pair(3, ['chair', 'stool'], 'is for sitting; has legs; stands in the kitchen', 'has a back; may have arms', 'has no back; stands at the bar'),
  pair(3, ['table', 'desk'], 'has a flat top; has four legs; is made of wood', 'is where the family eats; is laid for dinner', 'has drawers; stands in an office'),
  pair(2, ['lamp', 'candle'], 'gives light; is used at night; stands on the table', 'has a bulb; needs a switch', 'is made of wax; is blown out'),
  pair(3, ['clock', 'watch'], 'tells the time; has hands; may have an alarm', 'hangs on the wall; strikes the hour', 'is worn on the wrist; has a strap'),
  pair(2, ['umbrella', 'raincoat'], 'keeps you dry; is taken along on grey days; is made of thin cloth', 'is opened above the head; is forgotten on trains', 'has sleeves; has a hood'),
  pair(2, ['hat', 'helmet'], 'is worn on the head; comes in sizes; is taken off indoors', 'has a brim; is lifted to greet', 'protects the skull; is worn by cyclists'),
  pair(1, ['scarf', 'tie'], 'is worn around the neck; is made of cloth; is given as a present', 'keeps you warm; may be wool', 'goes with a suit; needs a special knot'),
  pair(2, ['sandal', 'slipper'], 'is worn on the foot; is easy to put on; comes in pairs', 'has straps; is worn in summer', 'is soft; is worn at home'),
  pair(2, ['ring', 'bracelet'], 'is a piece of jewellery; may be gold; is round', 'is worn on a finger; is given at weddings', 'is worn on the wrist; may have charms'),
  pair(2, ['backpack', 'suitcase'], 'holds what you take along; has a zip; is packed before a journey', 'is carried on both shoulders; is used for school', 'has small wheels; is checked in'),
  pair(3, ['broom', 'mop'], 'has a long handle; cleans the floor; stands in a cupboard', 'sweeps up dust; is ridden by witches', 'is used wet; goes with a bucket'),
  pair(2, ['hammer', 'axe'], 'has a handle and a heavy head; is swung; is a tool', 'drives nails; is used by carpenters', 'splits wood; is used by woodcutters'),
  pair(3, ['nail', 'screw'], 'is a small piece of metal; holds boards together; has a head', 'is hit; is straight and smooth', 'is turned; has a thread'),
  pair(2, ['rope', 'chain'], 'ties things together; can be pulled; is used on ships', 'can be knotted; is made of fibres', 'is made of metal; consists of links'),
  pair(3, ['soap', 'shampoo'], 'foams; is used in the bathroom; smells nice', 'is for the hands; often comes as a bar', 'is for the hair; comes in a bottle'),
  pair(3, ['comb', 'hairbrush'], 'tidies your hair; lies in the bathroom; is used in the morning', 'has teeth; fits into a shirt pocket', 'has bristles; has a thick handle'),
  pair(2, ['oven', 'microwave'], 'heats food; stands in the kitchen; has a door with a window', 'bakes bread; takes half an hour', 'takes two minutes; goes ping'),
  pair(3, ['fridge', 'freezer'], 'keeps food cold; hums; has a light inside', 'holds milk and eggs; has magnets on its door', 'holds ice; keeps things for months'),
  pair(3, ['kettle', 'teapot'], 'has a spout and a lid; holds hot water; is found in the kitchen', 'boils; may whistle', 'is made of china; is brought to the table'),
  pair(2, ['telescope', 'microscope'], 'has lenses; is used by scientists; shows what the eye cannot see', 'points at the stars; is used at night', 'shows cells; stands in laboratories'),
  pair(3, ['newspaper', 'magazine'], 'is printed; is sold at kiosks; is read at breakfast', 'appears every day; leaves ink on the fingers', 'has glossy pages; appears every month'),
  pair(3, ['letter', 'postcard'], 'comes by mail; has a stamp; is written by hand', 'is in an envelope; can be secret', 'has a picture; is sent from holidays'),
  pair(2, ['radio', 'television'], 'brings the news; has stations; stands in the living room', 'is only heard; is used in the car', 'has a screen; is watched from the sofa'),
  pair(3, ['laptop', 'tablet'], 'is a small computer; has a battery; is used on trains', 'has a keyboard; can be folded', 'is touched with a finger; is flat as a board'),
  pair(1, ['key', 'password'], 'opens what is locked; should not be lost; is kept from others', 'hangs on a ring; is made of metal', 'is typed; must be remembered'),
  pair(3, ['coin', 'banknote'], 'is money; has a number on it; is kept in a purse', 'is round; is thrown into fountains', 'is made of paper; can be folded'),
  pair(3, ['elevator', 'escalator'], 'takes people up; is found in department stores; runs on electricity', 'has buttons; has doors', 'has moving steps; is always running'),
  pair(2, ['fence', 'wall'], 'goes around a property; keeps people out; has to be climbed over', 'is made of boards; lets you look through', 'is made of bricks; carries pictures'),
  // Instruments
  pair(3, ['guitar', 'banjo'], 'is plucked; has a long neck; goes with songs', 'has a body like an eight; is played at camp fires', 'has a round drum-like body; is played in country music'),
  pair(3, ['violin', 'cello'], 'is played with a bow; has four strings; sits in the orchestra', 'is held under the chin; plays the high part', 'is held between the knees; has a deep warm sound'),
  pair(2, ['piano', 'organ'], 'has black and white keys; is heavy; is played sitting down', 'has hammers inside; stands in living rooms', 'has pipes; is played in church'),
  pair(3, ['flute', 'clarinet'], 'is blown; has holes and keys; is long and thin', 'is held sideways; is silver', 'has a reed; is black'),
  pair(3, ['trumpet', 'trombone'], 'is made of brass; is loud; plays in marching bands', 'has three valves; sounds high and bright', 'has a slide; sounds low'),
  // People
  pair(3, ['doctor', 'nurse'], 'works in a hospital; helps the sick; works night shifts', 'writes prescriptions; operates', 'changes bandages; sits by the bed'),
  pair(2, ['chef', 'waiter'], 'works in a restaurant; works in the evening; handles plates', 'wears a tall white cap; cooks', 'takes orders; gets tips'),
  pair(1, ['detective', 'spy'], 'looks for secrets; follows people; is a film hero', 'solves crimes; looks for fingerprints', 'works for a government; uses a false name'),
  pair(2, ['pilot', 'astronaut'], 'flies; trains for years; wears a headset', 'carries passengers; sits in a cockpit', 'floats without weight; looks down on the earth'),
  pair(2, ['carpenter', 'plumber'], 'comes with a toolbox; repairs houses; works with the hands', 'works with wood; builds roofs', 'repairs pipes; comes when water leaks'),
  pair(2, ['judge', 'lawyer'], 'works in court; wears a robe; knows the law', 'passes the sentence; is neutral', 'speaks for a client; is paid by the hour'),
  pair(2, ['actor', 'singer'], 'stands on stage; has fans; rehearses', 'plays parts; wins Oscars', 'needs a good voice; makes albums'),
  pair(1, ['king', 'president'], 'rules a country; lives in a grand house; shakes hands', 'wears a crown; inherits the job', 'is elected; leaves after some years'),
  pair(1, ['clown', 'magician'], 'performs for children; wears a costume; appears in the circus', 'has a red nose; makes people laugh', 'pulls rabbits out of a hat; makes things vanish'),
];

export const shippedContent: UndercoverContent = { pairs: PAIRS };

/** The pair of a seed. */
export function drawPair({ pairs }: UndercoverContent, deal: Seed): WordPair {
  return drawContent(pairs, deal, 'pair');
}

const pairText = ({ words }: WordPair): string => words.map(({ word }) => word).join(' and ');

export const content: ContentDefinition<UndercoverContent> = {
  schema: contentSchema,
  shipped: shippedContent,
  entries: 'word pairs',
  part: ({ pairs }, purpose) => partOf(pairs, purpose).map(pairText),
  drawn: (lists, deal) => pairText(drawPair(lists, deal)),
};
