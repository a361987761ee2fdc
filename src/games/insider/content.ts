/**
 * Secret words of Insider: common nouns with category, accepted spellings, and what the judge knows of each: the
 * facts that hold, those that hold at times or by some opinions (the answer is "unclear"), and the size. Every
 * other fact of the table does not hold.
 */
import { z } from 'zod';
import type { ContentDefinition } from '../engine/definition.js';
import type { Seed } from '../engine/seeds.js';
import { normalisedAnswer } from '../shared/answers.js';
import { drawContent, partOf } from '../shared/content.js';
import { FACT_IDS } from './facts.js';
import type { FactId } from './facts.js';

const text = z.string().trim().min(1).max(40);
const factList = z.array(z.enum(FACT_IDS));

const wordSchema = z.strictObject({
  word: text,
  category: text,
  /** Other spellings and names that a guess may use. */
  variants: z.array(text).max(20).optional(),
  /** Wider classes it belongs to beside those of the facts, as in "is it a boat?". */
  isA: z.array(text).max(20).optional(),
  /** Largest dimension in centimetres; null for what has none. */
  size: z.number().positive().nullable().optional(),
  /** Without them the judge answers questions about facts with "unclear". */
  facts: z.strictObject({ yes: factList, sometimes: factList }).optional(),
});

export type SecretWord = z.infer<typeof wordSchema>;

/** With fewer, a part of the list (learning, validation, test seeds) would be empty or a single word. */
const MIN_WORDS = 10;

export const contentSchema = z.strictObject({ words: z.array(wordSchema).min(MIN_WORDS) }).refine(
  ({ words }) => {
    const accepted = words.flatMap(({ word, variants }) => [word, ...(variants ?? [])].map(normalisedAnswer));
    return new Set(accepted).size === accepted.length;
  },
  { error: 'a word or spelling may occur once only' },
);

export type InsiderContent = z.infer<typeof contentSchema>;

/** A word of a category: name (`word/variant/variant`), size in centimetres, facts, wider classes. */
type Row = readonly [name: string, size: number | null, facts: string, isA?: string];

/**
 * The words of a category. Facts are names separated by spaces; `~` marks one that holds at times, and a word's
 * own facts override the category's: `-` takes one away.
 */
function category(name: string, common: string, rows: readonly Row[]): SecretWord[] {
  return rows.map(([names, size, own, isA]) => {
    const facts = new Map<FactId, 'yes' | 'sometimes'>();
    for (const mark of `${common} ${own}`.split(/\s+/).filter((token) => token !== '')) {
      const fact = mark.replace(/^[~-]/, '') as FactId;
      if (mark.startsWith('-')) facts.delete(fact);
      else facts.set(fact, mark.startsWith('~') ? 'sometimes' : 'yes');
    }
    const held = (how: 'yes' | 'sometimes'): FactId[] =>
      [...facts].filter(([, value]) => value === how).map(([fact]) => fact);
    const [word = '', ...variants] = names.split('/');
    return {
      word,
      category: name,
      variants,
      isA: isA === undefined ? [] : isA.split('/'),
      size,
      facts: { yes: held('yes'), sometimes: held('sometimes') },
    };
  });
}

// prettier-ignore
const WORDS = [
  ...category('animal', 'touchable visible alive animal natural moves outdoors ~food ~street ~beautiful ~soft ~children ~learning ~entertainment ~indoors', [
    ['dog/hound', 80, 'mammal fourLegs legs tail fur swims pet meat loud ~fast farm home garden street ~dangerous indoors ~protection ~work bedroom kitchen -food soft ~sportUse children ~helps daily ~wild ~shop ~hospital'],
    ['horse', 240, 'mammal fourLegs legs tail fur ~swims ~pet farm fast loud transport heavy ~dangerous expensive sportUse ~work ~sitting ~wild beautiful'],
    ['elephant', 600, 'mammal fourLegs legs tail wild heavy swims loud forest ~dangerous ~transport ~fur ~sitting -food -soft -indoors -street ~fast ~farm'],
    ['eagle', 90, 'bird legs wings tail feathers flies wild meat eggs fast sky mountains ~dangerous forest loud ~sharp -food -street -soft beautiful ~sea'],
    ['penguin', 70, 'bird legs wings ~tail feathers swims wild meat eggs sea ~cold winter -food -street -sky loud ~fast ~wet'],
    ['shark', 400, 'fish tail swims wild dangerous meat sea fast heavy ~eggs sharp -soft -street -sky wet -indoors'],
    ['frog', 9, 'amphibian legs fourLegs swims wild eggs meat sea garden forest loud wet ~pet soft -sky ~farm'],
    ['snake/serpent', 120, 'reptile tail ~swims wild ~pet dangerous meat ~eggs forest ~garden ~fast ~sea -soft -sky'],
    ['bee/honeybee/honey bee', 2, 'insect legs wings flies wild farm dangerous loud garden forest sky eggs sharp -food ~fur fast -soft ~work -street ~home'],
    ['rabbit/bunny', 40, 'mammal fourLegs legs tail fur pet wild soft fast garden farm forest home ~swims children -sky'],
  ]),
  ...category('food', 'touchable visible food shop kitchen home indoors ~object ~daily ~entertainment ~warmth ~health ~beautiful ~street ~cooking ~hands ~children ~hospital', [
    ['bread', 30, 'soft cooked daily breakfast ~hot ~sweet school ~cutting ~natural'],
    ['cheese', 20, 'animalProduct ~soft ~daily ~cold breakfast ~round cooking ~expensive ~natural ~farm'],
    ['banana', 18, 'fruit ~plant natural sweet soft ~outdoors breakfast daily ~farm ~trees ~forest school'],
    ['carrot', 18, 'vegetable plant natural garden farm sweet ~cooked outdoors ground cooking daily'],
    ['chocolate', 15, 'sweet ~soft ~hot ~drink ~liquid ~breakfast cooking ~natural ~plant entertainment children'],
    ['egg', 6, 'animalProduct natural round fragile cooked breakfast farm ~cold cooking daily ~outdoors ~animal ~alive ~liquid'],
    ['rice', 1, '~plant natural cooked daily ~farm ~hot cooking ~soft ~outdoors ~vegetable ~breakfast'],
    ['honey', null, 'natural animalProduct sweet breakfast ~soft liquid cooking ~drink health ~farm ~outdoors ~forest'],
    ['soup', 25, 'liquid hot cooked ~drink ~vegetable ~cold warmth wet cooking ~fast ~animalProduct'],
    ['ice cream/icecream', 15, 'sweet cold soft summer ~animalProduct outdoors entertainment children ~liquid street ~round -warmth ~wet'],
  ]),
  ...category('place', 'touchable visible place ~object ~stone ~building ~public ~crowded ~children ~loud ~beautiful ~old ~heavy ~metal ~wood ~glass ~soft ~expensive ~electric ~helps ~moves ~sitting ~work', [
    ['library', 5000, 'building indoors public learning -loud street school entertainment doors windows ~paper sitting -outdoors ~writing'],
    ['beach', 50000, 'natural outdoors sea public summer crowded entertainment children ~hot ~sportUse -building ~mountains -stone -doors -electric -old -metal -glass -wood ~street wet ~dangerous ~sport beautiful'],
    ['hospital', 15000, 'building indoors health public work crowded helps street doors windows electric -entertainment ~learning'],
    ['airport', 300000, 'building indoors outdoors transport ticket crowded loud public work doors windows electric ~sky ~street sitting'],
    ['museum', 8000, 'building indoors ticket public learning entertainment street ~crowded children old -loud doors windows ~writing ~outdoors'],
    ['school', 8000, 'building indoors learning children work loud crowded daily doors windows street sitting writing helps ~sportUse ~outdoors ~music'],
    ['farm/farmstead', 50000, 'outdoors farm animals ~natural work -crowded -public ~food ~cooking garden doors windows ~indoors ~loud'],
    ['prison/jail/gaol', 15000, 'building indoors ~dangerous crowded doors windows work -children -beautiful -public -entertainment metal ~protection sleeping ~street'],
    ['theatre/theater/playhouse', 5000, 'building indoors ticket entertainment music crowded public street loud doors windows sitting ~learning work ~writing'],
    ['castle/fortress', 10000, 'building stone old protection outdoors indoors beautiful doors windows ticket ~mountains ~learning ~entertainment heavy -electric -work expensive'],
  ]),
  ...category('activity', 'activity ~visible ~natural ~entertainment ~sport ~soft ~dangerous ~helps ~children ~learning ~work ~job ~expensive ~beautiful ~loud ~moves ~fast ~health ~daily ~team ~street ~winter ~summer ~trained ~hands ~sportUse', [
    ['camping', null, 'outdoors forest mountains summer entertainment equipment sleeping alone -job -indoors ~sea ~cold ~warmth -loud -beautiful -work ~animals ~sitting -daily -fast -trained'],
    ['cooking', null, 'indoors kitchen home cooking equipment hot daily work job alone hands ~cutting ~outdoors ~wet -sport -sportUse ~food -moves -winter -summer'],
    ['gardening', null, 'outdoors garden home equipment hands alone entertainment ~animals ~cutting ~wet summer -sport -winter -loud -fast natural'],
    ['dancing', null, 'music ~indoors ~outdoors sportUse entertainment ~alone moves ~hands ~ticket school beautiful -winter -summer children'],
    ['fishing', null, 'outdoors sea animals equipment alone food sport -loud hands sitting entertainment ~wet -fast ~cooking -indoors'],
    ['reading', null, 'indoors ~outdoors home school daily alone learning entertainment sitting bedroom office -sport -loud -dangerous -sportUse -moves -fast -winter -summer children work ~paper -hands -team'],
    ['painting', null, 'indoors ~outdoors alone entertainment equipment writing school home hands beautiful job work -sport -dangerous -loud -sportUse -moves -fast -winter -summer children ~repairing -team -health'],
    ['shopping', null, 'street shop ~indoors ~outdoors daily entertainment crowded alone -sport expensive -job -dangerous -beautiful -loud -sportUse -winter -summer -learning -work -trained -team moves ~food'],
    ['singing', null, 'music loud entertainment alone team ~indoors ~outdoors school home ~bathroom beautiful job -sport -dangerous -sportUse -fast -winter -summer -hands children -moves'],
    ['photography', null, 'equipment electric writing entertainment alone outdoors indoors job work ~light -sport -dangerous -loud -sportUse -moves -winter -summer -health -team beautiful hands'],
  ]),
  ...category('household object', 'touchable visible object home indoors shop ~daily ~expensive ~beautiful ~children ~protection ~hospital ~school ~office', [
    ['mirror/looking glass', 80, 'glass fragile bathroom bedroom daily ~metal ~wood ~round ~furniture ~light hospital'],
    ['pillow/cushion', 60, 'fabric soft bedroom sleeping daily ~feathers hospital ~furniture ~sitting ~warmth -office -school'],
    ['clock', 30, 'round ~metal ~plastic ~wood ~glass electric machine bedroom kitchen office school loud moves daily ~fragile ~furniture ~old'],
    ['umbrella/brolly', 90, 'fabric metal ~plastic handle outdoors protection rainy ~wood ~machine street ~wet ~sharp ~summer ~round'],
    ['candle', 20, 'light hot ~round bathroom ~dangerous bedroom ~warmth ~old ~fragile beautiful ~soft -school -office -hospital'],
    ['scissors/pair of scissors', 18, 'metal ~plastic sharp cutting kitchen office school handle ~dangerous tool pair hands hospital ~machine workshop'],
    ['bottle', 28, 'glass plastic container ~drink kitchen ~fragile round ~liquid ~metal ~heavy school office bathroom hospital daily outdoors'],
    ['key', 6, 'metal ~protection daily street outdoors ~tool office school hospital -beautiful -children ~sharp -expensive'],
    ['lamp', 45, 'electric light bedroom office ~metal ~glass ~hot ~plastic daily furniture machine fragile hospital ~round school ~heavy'],
    ['towel', 120, 'fabric soft bathroom daily kitchen cleaning sea ~wet ~warmth hospital summer -office -school ~outdoors ~sportUse'],
  ]),
  ...category('tool', 'touchable visible object tool work shop workshop ~home repairing hands ~outdoors ~indoors ~farm ~dangerous ~expensive ~school ~old', [
    ['hammer/mallet', 32, 'metal wood ~heavy handle loud struck home -expensive ~rubber ~garden'],
    ['saw/handsaw/hand saw', 55, 'metal sharp handle cutting ~wood dangerous loud ~electric ~garden ~forest ~plastic ~music'],
    ['ladder/stepladder', 250, '~metal ~wood heavy outdoors garden dangerous ~legs home ~plastic ~furniture'],
    ['shovel/spade', 120, 'metal handle wood garden outdoors farm heavy ~plastic ~winter ~sharp ~children'],
    ['screwdriver', 20, 'metal plastic handle ~sharp home ~wood ~electric'],
    ['axe/ax/hatchet', 70, 'metal wood handle sharp cutting forest dangerous heavy outdoors garden loud ~protection'],
    ['drill/power drill', 25, 'metal plastic electric sharp loud machine dangerous engine handle moves fast ~heavy home expensive hospital ~building'],
    ['broom/besom', 140, 'handle ~wood ~plastic cleaning home kitchen daily -repairing indoors outdoors -dangerous -expensive school hospital street ~flies ~soft'],
    ['paintbrush/paint brush', 22, 'handle wood ~plastic writing soft school ~fur ~wet ~metal -dangerous -farm children ~fabric indoors'],
    ['wrench/spanner', 25, 'metal ~heavy handle ~home -school'],
  ]),
  ...category('vehicle', 'touchable visible object vehicle transport metal outdoors moves machine ~expensive ~work ~dangerous ~fast ~electric ~sitting ~plastic ~glass ~beautiful ~protection ~street ~old', [
    ['bicycle/bike/pushbike', 180, 'wheels street rubber handle sportUse children ~machine ~home daily -glass -engine ~loud entertainment summer workshop garden ~sport alone', 'cycle'],
    ['train/railway train', 20000, 'wheels engine electric fast loud heavy doors windows ticket manyPeople crowded daily expensive glass sitting ~mountains -street work public'],
    ['helicopter/chopper', 1200, 'engine flies sky loud fast heavy doors windows ~wheels expensive hospital mountains glass ~wings -street sitting ~health', 'aircraft'],
    ['submarine', 10000, 'engine sea ~swims heavy doors dangerous ~windows expensive work -street ~manyPeople electric wet ~outdoors ~glass', 'boat/ship/vessel'],
    ['tractor', 450, 'wheels engine farm loud heavy ~windows ~doors work rubber -fast expensive glass sitting garden'],
    ['bus/coach', 1200, 'wheels engine street loud heavy doors windows ticket manyPeople crowded daily rubber school public glass sitting expensive work'],
    ['ambulance', 550, 'wheels engine street loud fast heavy doors windows health hospital rubber helps work expensive glass protection light', 'car/van'],
    ['rocket/spaceship', 5000, 'engine flies sky fast loud heavy dangerous expensive ~doors ~windows hot -street ~wings light', 'spacecraft'],
    ['sailboat/sailing boat/sail boat', 800, 'sea fabric ~wood plastic sportUse entertainment ~engine heavy expensive summer ~wet ~sport beautiful -street -electric -machine ~windows ~doors ~metal', 'boat/ship/vessel'],
    ['motorcycle/motorbike/motor bike', 210, 'wheels engine street loud fast heavy rubber dangerous handle sportUse expensive sitting ~sport entertainment -glass workshop', 'bike/cycle'],
  ]),
  ...category('natural phenomenon', 'natural visible outdoors ~dangerous ~beautiful ~learning ~object', [
    ['rainbow', null, 'weather sky ~round beautiful ~light ~wet ~rainy ~summer -dangerous mountains children'],
    ['earthquake/quake', null, '~visible dangerous loud ~fast moves street mountains -beautiful ~sea ~touchable'],
    ['thunder', null, '-visible weather loud sky ~summer ~fast rainy -beautiful mountains'],
    ['snow', null, 'weather cold winter wet soft mountains touchable street garden forest sky entertainment children beautiful ~moves ~food ~sportUse'],
    ['fog/mist', null, 'weather wet cold street mountains forest sea dangerous ~touchable ~winter ~moves garden sky'],
    ['tornado/twister', null, 'weather dangerous fast loud round sky moves ~summer ~touchable -beautiful ~farm street'],
    ['sunset/sundown', null, 'sky light beautiful daily sea ~round ~weather ~hot ~warmth mountains entertainment -dangerous ~moves ~summer'],
    ['flood/flooding', null, 'dangerous wet sea street ~weather moves touchable rainy ~fast ~loud -beautiful ~liquid ~cold farm home'],
    ['lightning/lightning bolt', null, 'weather dangerous light sky fast hot electric ~loud ~summer rainy ~moves mountains'],
    ['avalanche/snowslide', null, 'dangerous cold mountains winter fast loud moves wet heavy ~weather touchable ~soft -beautiful'],
  ]),
  ...category('sport', 'sport activity ~visible entertainment sportUse ~natural ~fast ~expensive ~dangerous ~learning ~job ~soft ~children ~school ~health ~beautiful ~moves ~hands ~loud ~trained ~crowded ~ticket ~work ~uniform', [
    ['tennis/lawn tennis', null, 'ball equipment outdoors ~indoors played ~team fast hands ~summer -uniform -crowded', 'ball sport/racket sport'],
    ['football/soccer', null, 'ball team outdoors ~indoors played loud fast children crowded ticket school uniform moves ~equipment -hands', 'ball sport'],
    ['swimming', null, 'sea alone ~indoors ~outdoors ~summer wet ~team ~equipment health children moves school hands -loud -uniform'],
    ['boxing', null, 'indoors dangerous equipment fast hands struck loud -children -school moves', 'combat sport/martial art'],
    ['golf', null, 'ball outdoors equipment played expensive alone ~team -loud -fast -dangerous hands ~summer -children'],
    ['skiing', null, 'winter mountains outdoors cold equipment fast alone dangerous expensive ticket moves forest -indoors'],
    ['basketball', null, 'ball team played indoors outdoors hands fast loud school crowded ticket uniform moves ~equipment children', 'ball sport'],
    ['archery', null, '~indoors outdoors equipment alone -loud ~dangerous bow hands old -fast -crowded'],
    ['rowing', null, 'sea outdoors ~team equipment ~alone moves hands sitting wet ~indoors ~summer -dangerous'],
    ['climbing/rock climbing/mountaineering', null, 'outdoors mountains ~indoors equipment dangerous ~alone hands moves ~summer -crowded -ticket -fast'],
  ]),
  ...category('profession', 'touchable visible alive person job work legs moves ~animal ~natural ~mammal ~outdoors ~loud ~dangerous ~helps ~street ~home ~expensive ~swims ~hands ~learning ~old ~daily ~beautiful ~equipment ~fast ~soft', [
    ['doctor/physician', 170, 'health hospital indoors trained ~uniform helps ~office -dangerous -loud equipment ~sharp expensive'],
    ['teacher/schoolteacher/school teacher', 170, 'school learning indoors trained children helps -dangerous ~writing -hands daily'],
    ['firefighter/fireman/fire fighter', 170, 'dangerous outdoors indoors uniform helps hot hands protection equipment wet ~health street fast'],
    ['chef/cook', 170, 'kitchen cooking ~food indoors uniform hot hands equipment ~cutting -trained -outdoors ~sharp'],
    ['pilot/airman/aviator', 170, '~flies sky transport trained uniform expensive equipment ~indoors -hands fast'],
    ['judge', 170, 'indoors trained uniform ~helps office -dangerous -hands -equipment -outdoors -loud ~public'],
    ['tailor/dressmaker', 170, 'indoors hands equipment ~shop ~cutting -dangerous -outdoors -loud repairing street'],
    ['carpenter/joiner', 170, 'hands repairing indoors outdoors ~cutting equipment loud workshop'],
    ['farmer', 170, 'farm outdoors animals hands equipment ~cooking garden -indoors ~garden'],
    ['soldier', 170, 'dangerous outdoors uniform ~trained protection equipment loud -home ~indoors mountains forest'],
  ]),
  ...category('musical instrument', 'touchable visible object instrument music played entertainment loud indoors ~home ~school ~expensive ~old ~beautiful ~learning ~outdoors ~hands ~work ~children ~tool ~shop', [
    ['piano/pianoforte/grand piano', 150, 'wood metal keys ~strings ~struck heavy expensive ~electric home -outdoors hands ~furniture ~legs'],
    ['guitar', 100, 'wood strings plucked ~electric home hands ~metal ~handle outdoors'],
    ['violin/fiddle', 60, 'wood strings bow ~plucked expensive hands ~handle fragile'],
    ['drum/drums', 50, 'round struck wood metal ~plastic ~leather hands outdoors ~heavy children'],
    ['flute', 67, 'metal ~wood blown hands ~keys ~plastic'],
    ['trumpet', 50, 'metal blown brass hands ~keys outdoors'],
    ['harp', 180, 'wood strings plucked heavy expensive hands beautiful ~metal old'],
    ['accordion/squeezebox', 45, 'keys ~reed ~heavy ~plastic wood ~machine hands outdoors ~metal ~soft'],
    ['saxophone/sax', 70, 'metal blown keys ~brass reed hands outdoors'],
    ['cello/violoncello', 120, 'wood strings bow ~plucked ~heavy expensive hands -children ~sitting'],
  ]),
  ...category('clothing', 'touchable visible object clothing shop home bedroom indoors outdoors ~daily ~protection ~expensive ~beautiful ~street ~work ~uniform ~children ~warmth ~office ~school ~old', [
    ['hat', 28, 'head ~fabric ~summer ~winter ~round ~soft ~leather ~wool ~rainy'],
    ['glove', 25, 'hands winter ~fabric ~leather ~wool pair protection soft warmth ~cold ~rubber ~plastic ~sportUse hospital workshop', 'mitten'],
    ['scarf/shawl', 170, 'neck winter warmth soft fabric wool beautiful'],
    ['boot', 35, 'feet leather rubber winter pair protection ~rainy ~heavy farm mountains ~fabric -office warmth', 'shoe/footwear'],
    ['belt', 100, 'waist leather ~metal ~fabric daily ~round ~plastic -warmth office -children'],
    ['dress/gown', 120, '~sleeves fabric summer soft beautiful expensive ~office -protection -work'],
    ['sweater/jumper/pullover', 70, 'warmth winter soft wool fabric sleeves daily', 'top'],
    ['sock', 30, 'feet pair warmth soft fabric daily ~wool -expensive -beautiful'],
    ['tie/necktie', 145, 'neck office soft fabric -warmth -protection -children ~daily work -winter'],
    ['raincoat/rain coat/mac', 100, 'rainy protection plastic ~rubber ~wet sleeves ~fabric ~bedroom ~warmth -office', 'coat/jacket'],
  ]),
];

export const shippedContent: InsiderContent = { words: WORDS };

/** The secret word of a seed. */
export function drawSecret({ words }: InsiderContent, deal: Seed): SecretWord {
  return drawContent(words, deal, 'word');
}

export const content: ContentDefinition<InsiderContent> = {
  schema: contentSchema,
  shipped: shippedContent,
  entries: 'words',
  part: ({ words }, purpose) => partOf(words, purpose).map(({ word }) => word),
  drawn: (lists, deal) => drawSecret(lists, deal).word,
};
