/**
 * What the judge's table knows of a word: yes/no facts, each with the ways in which people ask for it.
 *
 * Wordings are written without articles, hyphens and adverbs such as "usually", which the judge drops, and are
 * grouped by the frame of the question:
 *
 *   be    is it …                      do    does it …, can it …
 *   have  does it have …               to    do you … it, can people … it (the verb and what follows "it")
 *   made  is it made of …              use   is it used for …, is it used to …
 *   find  can you find it in …, is it used in …, is it done in …
 *
 * A wording that starts with `!` asks for the opposite, where that is exact.
 */

/** The frames in which a fact may be asked for. */
export const FRAMES = ['be', 'have', 'made', 'find', 'do', 'to', 'use'] as const;

/** One of {@link FRAMES}. */
export type Frame = (typeof FRAMES)[number];

/** A fact: the plainest question for it, and other wordings by frame, separated by `|`. */
type Fact = { readonly ask: string } & { readonly [frame in Frame]?: string };

// prettier-ignore
export const FACTS = {
  // What it is
  object: { ask: 'Is it an object?', be: 'object|physical object|thing|physical thing|inanimate object|item' },
  touchable: { ask: 'Can you touch it?', to: 'touch|feel', be: 'tangible|physical|!intangible' },
  visible: { ask: 'Can you see it?', be: 'visible|!invisible', to: 'see|look at' },
  alive: { ask: 'Is it alive?', be: 'alive|living|living thing|living being|living creature|creature|organism|live|animate', do: 'breathe|live' },
  animal: { ask: 'Is it an animal?', be: 'animal' },
  person: { ask: 'Is it a person?', be: 'person|human|human being|people|someone|somebody', do: 'refer to person|describe person' },
  job: { ask: 'Is it a job?', be: 'job|profession|occupation|career', to: 'work as|be paid to do|get paid for' },
  place: { ask: 'Is it a place?', be: 'place|location|place you can go to|place you can visit|place you go to', to: 'visit|go to|go there|go inside|enter|walk into' },
  building: { ask: 'Is it a building?', be: 'building', have: 'walls|rooms' },
  activity: { ask: 'Is it an activity?', be: 'activity|action|hobby|pastime|leisure activity', to: 'do|practise|practice' },
  sport: { ask: 'Is it a sport?', be: 'sport|olympic sport|athletic' },
  natural: { ask: 'Is it natural?', be: 'natural|nature|natural phenomenon|made by nature|!man made|!manmade|!human made|!made by humans|!made by people|!made by man|!artificial', do: 'occur naturally|exist in nature|happen in nature|occur in nature', find: 'nature' },
  weather: { ask: 'Is it weather?', be: 'weather|weather phenomenon|weather event|related to weather|weather related' },
  food: { ask: 'Can you eat it?', be: 'food|edible|eaten|foodstuff|meal', to: 'eat' },
  drink: { ask: 'Can you drink it?', be: 'drink|beverage|drunk|drinkable', to: 'drink' },
  liquid: { ask: 'Is it liquid?', be: 'liquid|fluid|runny' },
  fruit: { ask: 'Is it a fruit?', be: 'fruit' },
  vegetable: { ask: 'Is it a vegetable?', be: 'vegetable' },
  plant: { ask: 'Is it a plant?', be: 'plant', do: 'come from plant', to: 'plant|grow' },
  vehicle: { ask: 'Is it a vehicle?', be: 'vehicle|means of transport|means of transportation|mode of transport|mode of transportation|transport|transportation', to: 'drive|steer', do: 'need driver' },
  instrument: { ask: 'Is it a musical instrument?', be: 'musical instrument|instrument', find: 'orchestra|band' },
  tool: { ask: 'Is it a tool?', be: 'tool|hand tool' },
  clothing: { ask: 'Is it clothing?', be: 'clothing|clothes|garment|worn|wearable', to: 'wear|put on|dress in' },
  furniture: { ask: 'Is it furniture?', be: 'furniture' },
  machine: { ask: 'Is it a machine?', be: 'machine|device|mechanical', have: 'moving parts|gears|parts that move' },
  electric: { ask: 'Does it use electricity?', be: 'electric|electrical|electronic|powered by electricity|electric device', do: 'use electricity|need electricity|run on electricity|need power|require electricity|use power|work with electricity|use batteries|need batteries', have: 'battery|batteries|plug|cord', use: 'electricity' },
  container: { ask: 'Is it a container?', be: 'container', use: 'store things|storing things|hold things|holding things|storage|hold liquid|holding liquids|carry liquid', do: 'hold things|hold liquid' },

  // Of living things
  mammal: { ask: 'Is it a mammal?', be: 'mammal|warm blooded mammal' },
  bird: { ask: 'Is it a bird?', be: 'bird' },
  fish: { ask: 'Is it a fish?', be: 'fish' },
  reptile: { ask: 'Is it a reptile?', be: 'reptile' },
  amphibian: { ask: 'Is it an amphibian?', be: 'amphibian' },
  insect: { ask: 'Is it an insect?', be: 'insect|bug' },
  legs: { ask: 'Does it have legs?', have: 'legs|feet', do: 'walk', be: 'able to walk' },
  fourLegs: { ask: 'Does it have four legs?', have: 'four legs|4 legs', do: 'walk on four legs' },
  wings: { ask: 'Does it have wings?', have: 'wings' },
  tail: { ask: 'Does it have a tail?', have: 'tail|long tail' },
  fur: { ask: 'Does it have fur?', have: 'fur|hair', be: 'furry|hairy|covered in fur|covered with fur' },
  feathers: { ask: 'Does it have feathers?', have: 'feathers', be: 'covered in feathers' },
  flies: { ask: 'Can it fly?', do: 'fly', be: 'able to fly|flying|aircraft' },
  swims: { ask: 'Can it swim?', do: 'swim', be: 'able to swim' },
  pet: { ask: 'Is it kept as a pet?', be: 'pet|kept as pet|house pet|common pet', to: 'keep as pet|have as pet|own as pet' },
  wild: { ask: 'Is it a wild animal?', be: 'wild|wild animal', do: 'live in wild', find: 'wild|zoo|in wild' },
  meat: { ask: 'Does it eat meat?', be: 'carnivore|predator|hunter', do: 'eat meat|eat other animals|hunt|eat animals' },
  eggs: { ask: 'Does it lay eggs?', do: 'lay eggs' },

  // Material
  metal: { ask: 'Is it made of metal?', made: 'metal|steel|iron|brass', be: 'metal|metallic' , have: 'metal|metal parts', do: 'contain metal' },
  wood: { ask: 'Is it made of wood?', made: 'wood', be: 'wooden', have: 'wood|wooden parts', do: 'contain wood' },
  plastic: { ask: 'Is it made of plastic?', made: 'plastic', be: 'plastic', have: 'plastic|plastic parts', do: 'contain plastic' },
  glass: { ask: 'Is it made of glass?', made: 'glass', be: 'glass', have: 'glass', do: 'contain glass' },
  fabric: { ask: 'Is it made of fabric?', made: 'fabric|cloth|textile|textiles|cotton|material you can sew', be: 'fabric|textile|cloth', have: 'fabric' },
  paper: { ask: 'Is it made of paper?', made: 'paper', be: 'paper' },
  stone: { ask: 'Is it made of stone?', made: 'stone|rock|brick|bricks|concrete', be: 'stone' },
  leather: { ask: 'Is it made of leather?', made: 'leather', be: 'leather' },
  rubber: { ask: 'Is it made of rubber?', made: 'rubber', be: 'rubber' },
  wool: { ask: 'Is it made of wool?', made: 'wool|yarn', be: 'woollen|woolen|knitted' },
  animalProduct: { ask: 'Does it come from an animal?', be: 'animal product|dairy|dairy product|produced by animal|produced by animals', made: 'milk|animal|animals', do: 'come from animal|come from animals' },

  // Quality
  heavy: { ask: 'Is it heavy?', be: 'heavy|too heavy to lift|too heavy to carry' },
  soft: { ask: 'Is it soft?', be: 'soft|fluffy|cuddly' },
  sharp: { ask: 'Is it sharp?', be: 'sharp|pointed|pointy', have: 'blade|sharp edge|sharp edges|sharp point|point|sharp blade' },
  round: { ask: 'Is it round?', be: 'round|circular|spherical|shaped like ball|shaped like circle' },
  hot: { ask: 'Is it hot?', be: 'hot|warm|served hot|eaten hot|served warm', do: 'get hot|produce heat|give off heat|involve fire|involve heat' },
  cold: { ask: 'Is it cold?', be: 'cold|cool|frozen|served cold|eaten cold', do: 'feel cold' },
  wet: { ask: 'Is it wet?', be: 'wet', do: 'involve water|make you wet', made: 'water' },
  loud: { ask: 'Does it make noise?', be: 'loud|noisy|!silent|!quiet', do: 'make noise|make sound|make loud noise|make loud sound|produce sound|make sounds', to: 'hear' },
  fast: { ask: 'Is it fast?', be: 'fast|quick', do: 'move fast|go fast|move quickly|run fast' },
  moves: { ask: 'Does it move?', be: 'able to move|mobile|moving', do: 'move|move around|move by itself|move on own' },
  expensive: { ask: 'Is it expensive?', be: 'expensive|costly', do: 'cost lot of money|cost lot' },
  fragile: { ask: 'Is it fragile?', be: 'fragile|breakable|easy to break', do: 'break easily', to: 'break easily' },
  sweet: { ask: 'Is it sweet?', be: 'sweet|dessert|candy|sugary', do: 'taste sweet|contain sugar', find: 'dessert' },
  dangerous: { ask: 'Is it dangerous?', be: 'dangerous|harmful|deadly|risky|destructive|hazardous', do: 'hurt you|harm you|kill you|hurt people|kill people|cause damage|kill|hurt someone|be dangerous|bite you' },
  daily: { ask: 'Do people use it every day?', be: 'used every day|used daily|everyday object|everyday item|common|seen every day', to: 'use every day|use daily|see every day|do every day|eat every day|wear every day', do: 'happen every day' },
  old: { ask: 'Is it historic?', be: 'historic|historical|ancient|old' },
  beautiful: { ask: 'Is it beautiful?', be: 'beautiful|pretty|colourful|colorful' },

  // Parts
  wheels: { ask: 'Does it have wheels?', have: 'wheels|tires|tyres' },
  engine: { ask: 'Does it have an engine?', have: 'engine|motor', do: 'use fuel|need fuel|use gas|use petrol|run on fuel', be: 'motorized|motorised' },
  handle: { ask: 'Does it have a handle?', have: 'handle|grip' },
  strings: { ask: 'Does it have strings?', have: 'strings|string', be: 'string instrument|stringed instrument|stringed' },
  blown: { ask: 'Do you blow into it?', to: 'blow into|blow', be: 'wind instrument|blown|played with mouth', use: 'mouth' , do: 'use breath' },
  brass: { ask: 'Is it a brass instrument?', be: 'brass instrument|brass', find: 'brass section' },
  struck: { ask: 'Is it a percussion instrument?', be: 'percussion|percussion instrument|hit', to: 'hit|strike|beat|play by hitting' },
  keys: { ask: 'Does it have keys?', have: 'keys|keyboard', be: 'keyboard instrument' },
  bow: { ask: 'Is it played with a bow?', be: 'played with bow', have: 'bow', to: 'play with bow', do: 'need bow|involve bow', use: 'bow' },
  plucked: { ask: 'Do you pluck it?', to: 'pluck|play by plucking', be: 'plucked' },
  reed: { ask: 'Does it have a reed?', have: 'reed', do: 'use reed' },
  doors: { ask: 'Does it have doors?', have: 'doors|door' },
  windows: { ask: 'Does it have windows?', have: 'windows|window' },
  sleeves: { ask: 'Does it have sleeves?', have: 'sleeves', do: 'cover arms', find: 'upper body|torso|arms' },
  pair: { ask: 'Does it come in pairs?', be: 'pair|sold in pairs|worn in pairs', do: 'come in pairs|come in pair|come as pair' },

  // Where
  indoors: { ask: 'Can you find it indoors?', find: 'indoors|inside|building|buildings|room|rooms', be: 'indoors|inside|indoor activity|indoor sport|indoor|indoor place' },
  outdoors: { ask: 'Can you find it outdoors?', find: 'outdoors|outside|open air|outside of building', be: 'outdoors|outside|outdoor activity|outdoor sport|outdoor|outdoor place' },
  home: { ask: 'Can you find it at home?', find: 'home|house|houses|household|homes|apartment|most homes|most houses|living room', be: 'household item|household object' },
  kitchen: { ask: 'Can you find it in a kitchen?', find: 'kitchen|kitchens' },
  bathroom: { ask: 'Can you find it in a bathroom?', find: 'bathroom|bathrooms' },
  bedroom: { ask: 'Can you find it in a bedroom?', find: 'bedroom|bedrooms|bed|wardrobe|closet' },
  garden: { ask: 'Can you find it in a garden?', find: 'garden|gardens|yard|backyard|park', be: 'garden tool|gardening tool', use: 'gardening' },
  workshop: { ask: 'Can you find it in a workshop?', find: 'workshop|garage|toolbox|tool box|shed|construction site|construction' },
  office: { ask: 'Can you find it in an office?', find: 'office|offices|desk', be: 'formal|formal wear|office job' },
  school: { ask: 'Can you find it in a school?', find: 'school|schools|classroom' },
  hospital: { ask: 'Can you find it in a hospital?', find: 'hospital|hospitals' },
  farm: { ask: 'Can you find it on a farm?', find: 'farm|farms|countryside', be: 'farm animal|domesticated|domestic|livestock|agricultural|related to farming' },
  forest: { ask: 'Can you find it in a forest?', find: 'forest|forests|woods|jungle', do: 'live in forest|live in jungle' },
  sea: { ask: 'Can you find it in water?', find: 'sea|ocean|water|lake|river|underwater|under water|near water', do: 'live in water|live in sea|live in ocean|float|go on water|travel on water|take place in water|happen in water', be: 'water sport|aquatic|marine|water vehicle|watercraft' },
  sky: { ask: 'Can you find it in the sky?', find: 'sky|air|space', be: 'sky', to: 'see in sky', do: 'appear in sky|happen in sky|travel through air|come from sky|fall from sky' },
  street: { ask: 'Can you find it in the street?', find: 'street|streets|road|roads|city|cities|town', do: 'travel on road|travel on land|drive on land|drive on road|go on road|drive on roads' },
  mountains: { ask: 'Can you find it in the mountains?', find: 'mountains|mountain|hill|hills' },
  shop: { ask: 'Can you buy it in a shop?', find: 'shop|store|supermarket|shops|stores|grocery store', to: 'buy|buy in shop|buy in store|purchase|sell', be: 'sold in shops|sold in stores|for sale' },
  ground: { ask: 'Does it grow underground?', do: 'grow underground|grow in ground|grow in soil|grow under ground' },
  trees: { ask: 'Does it grow on trees?', find: 'trees|tree', do: 'grow on trees|grow on tree' },

  // What for, and who with
  transport: { ask: 'Is it used for transport?', use: 'transport|transportation|travel|travelling|traveling|transporting people|transport people|move people|carry people|get around|get somewhere|go somewhere', to: 'ride|ride in|travel in|ride on|sit in|travel with|get in|get on', do: 'carry people|transport people|carry passengers|involve travel|involve travelling', have: 'passengers', be: 'related to travel' },
  manyPeople: { ask: 'Does it carry many people?', do: 'carry many people|carry many passengers|carry more than ten people|carry lot of people', have: 'many passengers', be: 'public transport|public transportation' },
  music: { ask: 'Is it used to make music?', use: 'make music|making music|music|play music|playing music|musical', do: 'make music|involve music|produce music', be: 'musical|related to music', to: 'play music on|play music with|hear music' },
  played: { ask: 'Do you play it?', be: 'played|game', to: 'play' },
  sportUse: { ask: 'Is it used in sports?', use: 'sport|sports|exercise|exercising', find: 'sport|sports|gym', be: 'exercise|physical exercise|physical activity', do: 'involve exercise|involve physical activity|involve running' },
  cleaning: { ask: 'Is it used for cleaning?', use: 'cleaning|clean|clean things|washing|wash|drying|dry' },
  cooking: { ask: 'Is it used for cooking?', use: 'cooking|cook|preparing food|prepare food|make food', do: 'involve food|involve cooking|work with food', be: 'related to food|food related' },
  cooked: { ask: 'Do you have to cook it?', be: 'cooked|baked|boiled', to: 'cook|bake|boil|fry', do: 'need cooking|need to be cooked' },
  breakfast: { ask: 'Do people eat it for breakfast?', be: 'eaten for breakfast|breakfast food', to: 'eat for breakfast|eat in morning', find: 'breakfast' },
  cutting: { ask: 'Is it used for cutting?', use: 'cutting|cut|cut things|cutting things|cut wood|cutting wood', do: 'cut|cut things' },
  repairing: { ask: 'Is it used for repairing things?', use: 'building|build|build things|building things|construction|repair things|repairing things|fix things|fixing things|repair|repairs|repairing|fixing|making things|make things|woodworking', do: 'build things|make things|repair things|involve building|fix things' },
  writing: { ask: 'Is it used for drawing?', use: 'writing|write|drawing|draw|painting|paint|art', be: 'art|artistic|creative|art form', do: 'involve art|involve creativity' },
  light: { ask: 'Does it give light?', use: 'light|lighting|seeing in dark|see in dark|illumination', do: 'give light|produce light|glow|shine|emit light|give off light|make light', be: 'bright|source of light|light source' },
  warmth: { ask: 'Does it keep you warm?', use: 'keep warm|keeping warm|warmth|staying warm|stay warm|keep you warm|keeping you warm', do: 'keep you warm|keep people warm', be: 'worn in cold weather|for cold weather' },
  sleeping: { ask: 'Is it used for sleeping?', use: 'sleeping|sleep', to: 'sleep on|sleep with|sleep in', do: 'involve sleeping' },
  sitting: { ask: 'Is it used for sitting?', use: 'sitting|sit', to: 'sit on' },
  entertainment: { ask: 'Is it for entertainment?', use: 'entertainment|fun|pleasure|leisure|relaxation|relaxing|playing', be: 'entertainment|fun|entertaining|for entertainment|for fun|relaxing|enjoyable|related to entertainment', to: 'do for fun|enjoy', do: 'entertain people' },
  learning: { ask: 'Is it about learning?', use: 'learning|learn|education|studying|teaching|study', be: 'educational|related to education|about learning|related to school', do: 'involve learning|teach you', to: 'learn there|go there to learn|learn something there|study there' },
  health: { ask: 'Does it have to do with health?', use: 'health|medicine|healing|medical purposes|treat sick people|help sick people', be: 'medical|related to health|health related|related to medicine|medical profession|in medical field', do: 'help sick people|involve medicine|treat people|have to do with health|save lives', find: 'medical field|medicine|healthcare|health care' },
  protection: { ask: 'Is it used for protection?', use: 'protection|protect|protect you|protecting|protect yourself|safety', do: 'protect you|protect people|provide protection|protect' },
  rainy: { ask: 'Is it used in the rain?', find: 'rain|rainy weather|bad weather', to: 'use in rain|use when rains|wear in rain|need in rain', use: 'rain', be: 'waterproof|used when it rains|related to rain|worn in rain' , do: 'protect you from rain|keep you dry|involve rain' },
  children: { ask: 'Is it for children?', be: 'for children|for kids|used by children|used by kids|liked by children|toy|popular with children|played with by children', do: 'work with children|involve children' },
  head: { ask: 'Is it worn on the head?', find: 'head', be: 'worn on head|headwear' },
  neck: { ask: 'Is it worn around the neck?', find: 'neck', be: 'worn around neck|worn on neck' },
  hands: { ask: 'Does it involve hands?', find: 'hand|hands', be: 'worn on hands|worn on hand|done with hands|made by hand|manual|manual work|physical work', do: 'work with hands|use hands|involve hands|require hands|involve manual work|involve physical work|cover hands', use: 'hands' },
  feet: { ask: 'Is it worn on the feet?', find: 'feet|foot', be: 'worn on feet|worn on foot|footwear', do: 'cover feet' },
  waist: { ask: 'Is it worn around the waist?', find: 'waist|hips', be: 'worn around waist' },
  uniform: { ask: 'Does it come with a uniform?', have: 'uniform', do: 'wear uniform|need uniform|require uniform|involve uniform|come with uniform|involve wearing uniform' },
  trained: { ask: 'Does it need a university degree?', do: 'need university degree|need degree|require degree|require university degree|need university|require education|need long training|require lot of training|require training|need special training|need higher education' },
  helps: { ask: 'Does it help people?', do: 'help people|help other people|work with people|deal with people|involve helping people|serve people' },
  work: { ask: 'Is it used for work?', use: 'work|job|at work', find: 'work|workplace', be: 'work|used by professionals', to: 'work there|work in|do for living' },
  public: { ask: 'Is it open to the public?', be: 'public|public place|open to public|open to everyone|public building' },
  crowded: { ask: 'Is it crowded?', be: 'crowded|full of people|busy', have: 'many people|lot of people|lots of people' },
  ticket: { ask: 'Do you need a ticket for it?', do: 'need ticket|need ticket to enter|require ticket|cost money to enter', to: 'need ticket for|pay to enter|pay to visit|need ticket|buy ticket for|need ticket to enter|need ticket to get in' },
  ball: { ask: 'Is it played with a ball?', be: 'played with ball|ball game|ball sport', have: 'ball', do: 'involve ball|use ball|need ball|require ball', use: 'ball', to: 'play with ball|need ball' },
  team: { ask: 'Is it a team sport?', be: 'team sport|played in team|played in teams|team game|team activity|done in teams', do: 'involve team|need team|involve teams|require team', to: 'need team for|play in team|do in team' },
  alone: { ask: 'Can you do it alone?', to: 'do alone|play alone|do by yourself|do on own|practice alone', be: 'done alone|solitary|done by one person' },
  equipment: { ask: 'Do you need equipment for it?', do: 'need equipment|require equipment|involve equipment|use equipment|need special equipment|require special equipment|need tools|use tools|involve tools|require tools', to: 'need equipment|need equipment for|need tools|need tools for|need special equipment', have: 'equipment' },
  animals: { ask: 'Does it have to do with animals?', have: 'animals', do: 'involve animals|work with animals|have to do with animals', be: 'related to animals|about animals' },
  winter: { ask: 'Does it belong to winter?', find: 'winter|snow|snowy places|ice', be: 'winter sport|winter activity|worn in winter|used in winter|associated with winter|associated with cold weather|seasonal|done in winter|related to winter|winter clothing', do: 'happen in winter|belong to winter|occur in winter|involve snow|need snow', to: 'use in winter|wear in winter|do in winter|see in winter' },
  summer: { ask: 'Does it belong to summer?', find: 'summer', be: 'summer sport|summer activity|worn in summer|used in summer|associated with summer|done in summer|related to summer', do: 'happen in summer|belong to summer|occur in summer', to: 'use in summer|wear in summer|do in summer|eat in summer' },
} as const satisfies Record<string, Fact>;

/** Name of a fact of the judge's table. */
export type FactId = keyof typeof FACTS;

/** Every fact. */
export const FACT_IDS = Object.keys(FACTS) as [FactId, ...FactId[]];

/** Facts to ask for first, whatever the category. */
export const OPENING_FACTS: readonly FactId[] = [
  'alive',
  'touchable',
  'natural',
  'indoors',
  'daily',
  'dangerous',
  'home',
  'work',
];

/** What a wording asks for. */
export interface Asked {
  readonly fact: FactId;
  /** False when the wording asks for the opposite. */
  readonly positive: boolean;
}

/** The fact each wording asks for, by `frame:wording`. */
export const WORDINGS: ReadonlyMap<string, Asked> = new Map(
  FACT_IDS.flatMap((fact) =>
    FRAMES.flatMap((frame) =>
      ((FACTS[fact] as Fact)[frame]?.split('|') ?? []).map((wording): [string, Asked] => {
        const positive = !wording.startsWith('!');
        return [`${frame}:${positive ? wording : wording.slice(1)}`, { fact, positive }];
      }),
    ),
  ),
);
