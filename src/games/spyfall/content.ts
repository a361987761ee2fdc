/**
 * Locations of Spyfall. Everybody can picture each of them, none is a special case of another, and people,
 * objects and actions recur from place to place, so that a careful hint stays ambiguous.
 *
 * Rules and prompts use the name alone; people, objects and actions are what the builtin players hint with.
 */
import { z } from 'zod';
import type { ContentDefinition } from '../engine/definition.js';
import type { Seed } from '../engine/seeds.js';
import { normalisedAnswer } from '../shared/answers.js';
import { drawContent, partOf } from '../shared/content.js';

const entry = z.string().trim().min(1).max(40);
const entries = z.array(entry).max(30);

/** One location. People, objects and actions are optional in a list of one's own. */
const locationSchema = z.strictObject({
  name: entry,
  people: entries.optional(),
  objects: entries.optional(),
  actions: entries.optional(),
});

export type SpyfallLocation = z.infer<typeof locationSchema>;

/** With fewer, a part of the list (learning, validation, test seeds) would be empty or a single place. */
const MIN_LOCATIONS = 10;

export const contentSchema = z
  .strictObject({ locations: z.array(locationSchema).min(MIN_LOCATIONS) })
  .refine(
    ({ locations }) => new Set(locations.map(({ name }) => normalisedAnswer(name))).size === locations.length,
    {
      error: 'every location must have a name of its own',
    },
  );

export type SpyfallContent = z.infer<typeof contentSchema>;

/** A location from words separated by spaces. */
function at(name: string, people: string, objects: string, actions: string): SpyfallLocation {
  const [who, what, doing] = [people, objects, actions].map((words) => words.split(' '));
  return { name, people: who, objects: what, actions: doing };
}

// prettier-ignore
const LOCATIONS = [
  at('airport', 'pilot passenger guard cleaner', 'suitcase passport ticket gate scanner', 'queueing waiting boarding checking'),
  at('aquarium', 'diver visitor guide biologist', 'tank fish ticket glass pump', 'feeding watching swimming photographing'),
  at('bakery', 'baker customer cashier apprentice', 'oven flour bread tray scales', 'kneading baking selling queueing'),
  at('bank', 'cashier manager guard customer', 'safe money counter camera form', 'queueing counting signing saving'),
  at('barbershop', 'barber customer apprentice cashier', 'scissors mirror towel chair comb', 'cutting waiting chatting sweeping'),
  at('beach', 'lifeguard tourist swimmer vendor', 'sand towel umbrella boat ball', 'swimming sunbathing digging playing'),
  at('brewery', 'brewer guide taster driver', 'barrel bottle tank pipe label', 'tasting stirring bottling loading'),
  at('bus station', 'driver passenger cashier cleaner', 'timetable ticket bench suitcase platform', 'waiting boarding queueing departing'),
  at('campsite', 'camper ranger scout child', 'tent fire lantern rope stove', 'cooking sleeping singing hiking'),
  at('car wash', 'driver attendant cashier owner', 'hose sponge brush foam token', 'rinsing waiting scrubbing polishing'),
  at('casino', 'dealer gambler guard bartender', 'cards chips dice camera money', 'betting drinking winning counting'),
  at('castle', 'guide knight tourist guard', 'tower gate flag armour wall', 'guarding climbing photographing ruling'),
  at('cathedral', 'priest choir tourist bride', 'candle organ bell bench tower', 'praying singing kneeling photographing'),
  at('cemetery', 'priest gardener mourner widow', 'flowers stone gate candle bench', 'mourning praying digging walking'),
  at('cinema', 'usher cashier couple critic', 'screen popcorn ticket seat projector', 'watching laughing whispering queueing'),
  at('circus', 'clown acrobat trainer child', 'tent rope costume ball ticket', 'juggling laughing clapping training'),
  at('coal mine', 'miner foreman engineer electrician', 'helmet lamp cart shovel pump', 'digging drilling loading coughing'),
  at('construction site', 'foreman architect electrician driver', 'crane helmet cement ladder drill', 'building drilling lifting measuring'),
  at('courthouse', 'judge lawyer guard witness', 'bench gown file flag robe', 'swearing arguing ruling waiting'),
  at('cruise ship', 'captain tourist waiter dancer', 'deck cabin pool buffet lifeboat', 'sunbathing dancing sailing dining'),
  at('dental clinic', 'dentist nurse patient child', 'drill chair mask mirror form', 'drilling waiting rinsing rescheduling'),
  at('embassy', 'ambassador guard secretary applicant', 'flag passport gate form camera', 'queueing signing negotiating waiting'),
  at('farm', 'farmer vet driver child', 'tractor barn hay fence bucket', 'milking feeding harvesting digging'),
  at('fire station', 'firefighter captain driver medic', 'hose ladder helmet siren pole', 'training polishing waiting sleeping'),
  at('fishing boat', 'captain sailor cook engineer', 'net fish rope bucket deck', 'sailing pulling sorting cleaning'),
  at('funfair', 'vendor child couple attendant', 'wheel popcorn ticket mirror music', 'queueing screaming laughing shooting'),
  at('greenhouse', 'gardener botanist student visitor', 'glass pot flowers hose soil', 'watering planting digging picking'),
  at('gym', 'trainer member cleaner receptionist', 'mirror towel mat weights locker', 'lifting running stretching training'),
  at('harbour', 'sailor captain customs fisherman', 'crane rope boat container anchor', 'loading sailing departing checking'),
  at('hospital', 'doctor nurse patient visitor', 'bed mask needle flowers form', 'healing waiting operating washing'),
  at('hotel', 'receptionist tourist cleaner porter', 'key bed suitcase towel lobby', 'sleeping checking cleaning dining'),
  at('ice rink', 'skater trainer child attendant', 'skates music locker fence scoreboard', 'gliding falling training spinning'),
  at('jungle', 'explorer guide biologist ranger', 'vines insects rope machete river', 'hiking climbing sweating photographing'),
  at('kindergarten', 'child teacher parent cook', 'toys crayons ball mat swing', 'playing singing painting sleeping'),
  at('launderette', 'customer owner student cleaner', 'coins basket foam towel dryer', 'washing folding waiting reading'),
  at('library', 'librarian student author child', 'books shelf desk lamp ladder', 'reading whispering borrowing studying'),
  at('lighthouse', 'keeper sailor painter tourist', 'lamp stairs tower log radio', 'climbing guarding polishing signalling'),
  at('monastery', 'monk gardener pilgrim cook', 'bell candle robe bench soil', 'praying kneeling singing gardening'),
  at('museum', 'guide guard tourist student', 'statue ticket glass painting camera', 'watching photographing whispering restoring'),
  at('newsroom', 'reporter editor photographer intern', 'desk phone screen camera headline', 'typing arguing checking printing'),
  at('nightclub', 'dancer bartender guard couple', 'music lights stamp cocktail speaker', 'dancing drinking queueing flirting'),
  at('observatory', 'astronomer student guide engineer', 'telescope screen stairs dome log', 'watching measuring calculating waiting'),
  at('oil rig', 'engineer diver foreman cook', 'helmet pipe pump crane lifeboat', 'drilling pumping welding checking'),
  at('petrol station', 'driver cashier attendant trucker', 'pump hose snacks receipt sponge', 'fuelling paying queueing wiping'),
  at('pharmacy', 'pharmacist customer patient assistant', 'counter pills scales receipt shelf', 'selling advising queueing weighing'),
  at('pirate ship', 'captain sailor cook parrot', 'cannon treasure flag rope rum', 'sailing drinking fighting singing'),
  at('police station', 'officer detective suspect lawyer', 'cell desk siren handcuffs file', 'interrogating typing waiting arresting'),
  at('polar station', 'biologist explorer doctor cook', 'snow radio stove sled generator', 'measuring freezing drilling signalling'),
  at('post office', 'clerk customer courier pensioner', 'parcel stamp counter scales form', 'queueing weighing sorting sending'),
  at('prison', 'guard inmate lawyer cook', 'cell wall key bed tower', 'waiting guarding escaping visiting'),
  at('recording studio', 'singer producer engineer guitarist', 'microphone headphones speaker glass sofa', 'singing mixing rehearsing listening'),
  at('restaurant', 'chef waiter customer critic', 'menu table candle oven bill', 'dining cooking serving tasting'),
  at('school', 'teacher student cleaner principal', 'desk blackboard bell locker ball', 'reading writing studying whispering'),
  at('ski resort', 'trainer tourist medic child', 'snow lift skis goggles sled', 'gliding falling queueing freezing'),
  at('space station', 'astronaut engineer commander biologist', 'radio screen airlock tank telescope', 'floating signalling exercising measuring'),
  at('stadium', 'player referee fan vendor', 'ball scoreboard flag whistle bench', 'shouting clapping running kicking'),
  at('submarine', 'captain sailor cook engineer', 'periscope torpedo radio pipe hatch', 'diving listening sleeping signalling'),
  at('supermarket', 'cashier customer manager trainee', 'trolley shelf receipt scales freezer', 'queueing paying weighing choosing'),
  at('swimming pool', 'lifeguard swimmer child trainer', 'towel goggles locker whistle ladder', 'swimming diving splashing training'),
  at('tailor shop', 'tailor customer apprentice bride', 'mirror scissors needle fabric chalk', 'measuring sewing ironing fitting'),
  at('television studio', 'presenter guest audience technician', 'camera lights screen sofa microphone', 'filming clapping interviewing rehearsing'),
  at('theatre', 'actor director usher critic', 'curtain costume seat lights stage', 'rehearsing clapping whispering bowing'),
  at('train', 'driver passenger conductor commuter', 'ticket seat window suitcase timetable', 'sleeping reading departing checking'),
  at('university', 'professor student librarian dean', 'desk books screen gown chalk', 'studying writing arguing calculating'),
  at('warehouse', 'driver foreman clerk guard', 'shelf forklift container label parcel', 'loading sorting lifting counting'),
  at('zoo', 'keeper visitor vet child', 'cage fence bucket ticket ice', 'feeding watching photographing cleaning'),
];

export const shippedContent: SpyfallContent = { locations: LOCATIONS };

/** The location of a seed. */
export function drawLocation({ locations }: SpyfallContent, deal: Seed): SpyfallLocation {
  return drawContent(locations, deal, 'location');
}

export const content: ContentDefinition<SpyfallContent> = {
  schema: contentSchema,
  shipped: shippedContent,
  entries: 'locations',
  part: ({ locations }, purpose) => partOf(locations, purpose).map(({ name }) => name),
  drawn: (lists, deal) => drawLocation(lists, deal).name,
};
