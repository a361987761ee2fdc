import type { CooperativeRow } from './cooperation.js';
import type { Leaderboard } from './leaderboard.js';
import type { Rated, Rating } from './rate.js';

/** One published rating. */
export interface PublishedRow {
  readonly model: string;
  readonly elo: number;
  /** Ends of the published 95 % interval, which resamples pairs. */
  readonly low: number;
  readonly high: number;
  /** Rating on each side; 1000 where the publisher gave none. */
  readonly alt: number;
  readonly main: number;
  /** Normalised win rate, 0 to 1. */
  readonly winRate: number;
  readonly games: number;
}

/** Published ratings by table: the id of a game, or one of the two overall tables; the best first. */
export type PublishedTables = Readonly<Record<string, readonly PublishedRow[]>>;

/** Names of the tables over several games. */
export const PUBLISHED_OVERALL = {
  competitive: 'competitive-overall',
  cooperative: 'cooperative-overall',
} as const;

/** Our figures of a model over the same kinds of game. */
export interface OwnFigures {
  readonly player: string;
  /** Null for cooperative games, which have no rating here. */
  readonly rating: Rating | null;
  /** Normalised win rate. */
  readonly winShare: number | null;
}

/** A published rating with our figures of the same model, where we have them. */
export interface BesidePublished {
  readonly table: string;
  readonly row: PublishedRow;
  readonly ours: OwnFigures | null;
}

/** `openai:gpt-4o` and `gpt-4o` are the same model; so are names that differ in case only. */
function bareName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

function ownFigures(rated: Rated | null, cooperative: readonly CooperativeRow[]): OwnFigures[] {
  return [
    ...(rated?.ratings ?? []).map((rating) => ({
      player: rating.player,
      rating,
      winShare: rating.pairs.winShare,
    })),
    ...cooperative.map(({ player, pairs }) => ({ player, rating: null, winShare: pairs.winShare })),
  ];
}

/** The overall tables and those of the games of a leaderboard, each row beside our figures. */
export function besidePublished(board: Leaderboard, published: PublishedTables): BesidePublished[] {
  const has = (rating: string): boolean => board.games.some((entry) => entry.rating === rating);
  const ours: (readonly [string, readonly OwnFigures[]])[] = [
    ...(has('competitive') ? [[PUBLISHED_OVERALL.competitive, ownFigures(board.overall, [])] as const] : []),
    ...(has('cooperative')
      ? [[PUBLISHED_OVERALL.cooperative, ownFigures(null, board.cooperative)] as const]
      : []),
    ...board.games.map(({ game, rated, cooperative }) => [game, ownFigures(rated, cooperative)] as const),
  ];
  return ours.flatMap(([table, figures]) =>
    (published[table] ?? []).map((row) => ({
      table,
      row,
      ours: figures.find(({ player }) => bareName(player) === bareName(row.model)) ?? null,
    })),
  );
}

type Columns = readonly [string, number, number, number, number, number, number, number];

const rows = (...columns: readonly Columns[]): PublishedRow[] =>
  columns.map(([model, elo, low, high, alt, main, winRate, games]) => ({
    model,
    elo,
    low,
    high,
    alt,
    main,
    winRate,
    games,
  }));

/**
 * Published result tables of Social Gym: Bradley–Terry Elo with 95 % bootstrap interval, cut to whole numbers by
 * the publisher. Columns: model, rating, interval ends, rating as alt and as main, normalised win rate, games.
 */
export const PUBLISHED: PublishedTables = {
  bargaining: rows(
    ['gpt-4o', 1131, 1074, 1198, 1000, 1000, 0.657, 35],
    ['gpt-4o-mini', 1067, 996, 1148, 1000, 1000, 0.571, 35],
    ['Qwen2.5-3B', 1060, 985, 1134, 1000, 1000, 0.514, 35],
    ['gpt-5-mini', 1039, 966, 1112, 1000, 1000, 0.533, 30],
    ['Qwen3-4B', 1031, 965, 1096, 1000, 1000, 0.457, 35],
    ['Qwen3-32B', 837, 769, 904, 1000, 1000, 0.171, 35],
    ['Gemma3-27B', 831, 758, 902, 1000, 1000, 0.114, 35],
  ),
  'battle-of-the-sexes': rows(
    ['gpt-5-mini', 1206, 1131, 1289, 1000, 1000, 0.867, 30],
    ['gpt-4o', 994, 943, 1048, 1000, 1000, 0.286, 35],
    ['Gemma3-27B', 991, 929, 1052, 1000, 1000, 0.4, 35],
    ['gpt-4o-mini', 965, 886, 1043, 1000, 1000, 0.371, 35],
    ['Qwen3-32B', 964, 896, 1032, 1000, 1000, 0.371, 35],
    ['Qwen3-4B', 958, 890, 1023, 1000, 1000, 0.343, 35],
    ['Qwen2.5-3B', 919, 843, 984, 1000, 1000, 0.257, 35],
  ),
  centipede: rows(
    ['gpt-4o', 1085, 1026, 1157, 1000, 1000, 0.571, 35],
    ['Qwen2.5-3B', 1076, 1019, 1139, 1000, 1000, 0.514, 35],
    ['gpt-4o-mini', 1011, 935, 1088, 1000, 1000, 0.457, 35],
    ['Gemma3-27B', 1009, 947, 1079, 1000, 1000, 0.429, 35],
    ['Qwen3-4B', 988, 928, 1049, 1000, 1000, 0.343, 35],
    ['Qwen3-32B', 951, 893, 1012, 1000, 1000, 0.2, 35],
    ['gpt-5-mini', 876, 815, 932, 1000, 1000, 0.067, 30],
  ),
  chameleon: rows(
    ['gpt-5-mini', 1101, 1058, 1153, 1295, 1043, 0.667, 36],
    ['gpt-4o-mini', 1049, 1002, 1098, 1336, 876, 0.583, 36],
    ['Gemma3-27B', 1016, 968, 1069, 1350, 725, 0.528, 36],
    ['Qwen3-32B', 1016, 969, 1065, 1233, 816, 0.528, 36],
    ['gpt-4o', 1016, 968, 1068, 1350, 725, 0.528, 36],
    ['Qwen2.5-3B', 916, 866, 966, 995, 657, 0.361, 36],
    ['Qwen3-4B', 881, 828, 927, 904, 687, 0.306, 36],
  ),
  chicken: rows(
    ['Qwen3-32B', 1328, 1284, 1370, 1000, 1000, 0.971, 35],
    ['gpt-5-mini', 1199, 1133, 1254, 1000, 1000, 0.8, 30],
    ['Qwen3-4B', 1045, 987, 1114, 1000, 1000, 0.543, 35],
    ['Gemma3-27B', 943, 882, 1004, 1000, 1000, 0.371, 35],
    ['gpt-4o', 939, 882, 996, 1000, 1000, 0.343, 35],
    ['Qwen2.5-3B', 807, 739, 877, 1000, 1000, 0.143, 35],
    ['gpt-4o-mini', 736, 677, 789, 1000, 1000, 0.029, 35],
  ),
  'competitive-overall': rows(
    ['gpt-5-mini', 1110, 1099, 1120, 1132, 1139, 0.635, 561],
    ['gpt-4o', 1030, 1021, 1039, 1058, 1089, 0.475, 686],
    ['Gemma3-27B', 1004, 995, 1013, 1084, 973, 0.42, 736],
    ['gpt-4o-mini', 998, 989, 1006, 992, 1003, 0.405, 707],
    ['Qwen3-32B', 968, 959, 976, 1000, 891, 0.339, 743],
    ['Qwen3-4B', 961, 952, 970, 952, 922, 0.332, 654],
    ['Qwen2.5-3B', 926, 917, 935, 909, 848, 0.256, 655],
  ),
  'cooperative-overall': rows(
    ['gpt-5-mini', 1130, 1107, 1157, 1000, 1000, 0.605, 126],
    ['gpt-4o', 1072, 1054, 1090, 1000, 1000, 0.473, 158],
    ['Gemma3-27B', 1012, 994, 1029, 1000, 1000, 0.358, 178],
    ['Qwen2.5-3B', 989, 968, 1011, 1000, 1000, 0.345, 148],
    ['gpt-4o-mini', 977, 959, 995, 1000, 1000, 0.288, 166],
    ['Qwen3-32B', 922, 904, 940, 1000, 1000, 0.152, 178],
    ['Qwen3-4B', 894, 874, 913, 1000, 1000, 0.103, 150],
  ),
  coup: rows(
    ['gpt-5-mini', 1135, 1094, 1182, 1000, 1000, 0.657, 33],
    ['gpt-4o', 1110, 1077, 1147, 1000, 1000, 0.614, 44],
    ['Gemma3-27B', 995, 971, 1019, 1000, 1000, 0.296, 54],
    ['gpt-4o-mini', 952, 931, 972, 1000, 1000, 0.118, 48],
    ['Qwen3-4B', 946, 924, 967, 1000, 1000, 0.083, 40],
    ['Qwen3-32B', 939, 919, 957, 1000, 1000, 0.068, 54],
    ['Qwen2.5-3B', 920, 898, 939, 1000, 1000, 0.043, 39],
  ),
  'dead-last': rows(
    ['gpt-5-mini', 1099, 1072, 1132, 1000, 1000, 0.553, 30],
    ['Gemma3-27B', 1032, 1013, 1053, 1000, 1000, 0.41, 58],
    ['gpt-4o-mini', 992, 970, 1012, 1000, 1000, 0.313, 55],
    ['Qwen3-4B', 988, 966, 1010, 1000, 1000, 0.314, 49],
    ['gpt-4o', 977, 957, 996, 1000, 1000, 0.271, 56],
    ['Qwen3-32B', 969, 951, 989, 1000, 1000, 0.266, 58],
    ['Qwen2.5-3B', 939, 919, 957, 1000, 1000, 0.174, 54],
  ),
  insider: rows(
    ['gpt-4o', 1068, 1027, 1108, 1080, 1060, 0.583, 36],
    ['Qwen3-32B', 1053, 1010, 1096, 1178, 968, 0.556, 36],
    ['Gemma3-27B', 1048, 998, 1097, 1183, 938, 0.583, 36],
    ['gpt-5-mini', 983, 937, 1028, 1125, 808, 0.444, 36],
    ['Qwen2.5-3B', 974, 937, 1013, 974, 981, 0.389, 36],
    ['Qwen3-4B', 961, 924, 994, 1001, 896, 0.278, 36],
    ['gpt-4o-mini', 910, 859, 958, 985, 815, 0.333, 36],
  ),
  'liars-dice': rows(
    ['gpt-5-mini', 1105, 1052, 1163, 1000, 1000, 0.621, 29],
    ['gpt-4o', 1032, 990, 1080, 1000, 1000, 0.441, 34],
    ['Qwen3-4B', 1002, 962, 1042, 1000, 1000, 0.359, 39],
    ['Qwen3-32B', 999, 962, 1038, 1000, 1000, 0.327, 49],
    ['Gemma3-27B', 987, 950, 1022, 1000, 1000, 0.304, 46],
    ['gpt-4o-mini', 975, 942, 1008, 1000, 1000, 0.273, 44],
    ['Qwen2.5-3B', 896, 854, 929, 1000, 1000, 0.0, 26],
  ),
  'minority-game': rows(
    ['gpt-5-mini', 1045, 1009, 1085, 1000, 1000, 0.5, 31],
    ['Qwen2.5-3B', 1035, 1004, 1069, 1000, 1000, 0.479, 47],
    ['gpt-4o-mini', 1021, 991, 1053, 1000, 1000, 0.457, 52],
    ['Qwen3-4B', 980, 947, 1013, 1000, 1000, 0.381, 40],
    ['Qwen3-32B', 975, 947, 1004, 1000, 1000, 0.352, 59],
    ['gpt-4o', 975, 945, 1002, 1000, 1000, 0.348, 51],
    ['Gemma3-27B', 965, 937, 995, 1000, 1000, 0.336, 55],
  ),
  'prisoners-dilemma': rows(
    ['gpt-5-mini', 1235, 1184, 1287, 1167, 1211, 0.833, 36],
    ['gpt-4o', 1147, 1089, 1214, 1126, 1120, 0.639, 36],
    ['Qwen3-4B', 1006, 936, 1080, 1063, 963, 0.472, 36],
    ['gpt-4o-mini', 979, 916, 1040, 1002, 971, 0.361, 36],
    ['Gemma3-27B', 885, 838, 932, 884, 927, 0.083, 36],
    ['Qwen3-32B', 878, 830, 923, 906, 888, 0.083, 36],
    ['Qwen2.5-3B', 865, 822, 901, 915, 851, 0.028, 36],
  ),
  'public-goods': rows(
    ['gpt-5-mini', 1191, 1164, 1225, 1000, 1000, 0.667, 33],
    ['Gemma3-27B', 1102, 1071, 1134, 1000, 1000, 0.531, 54],
    ['gpt-4o', 1089, 1058, 1120, 1000, 1000, 0.5, 44],
    ['gpt-4o-mini', 1027, 997, 1061, 1000, 1000, 0.389, 48],
    ['Qwen2.5-3B', 933, 895, 970, 1000, 1000, 0.239, 39],
    ['Qwen3-32B', 828, 796, 856, 1000, 1000, 0.025, 54],
    ['Qwen3-4B', 827, 795, 858, 1000, 1000, 0.05, 40],
  ),
  resistance: rows(
    ['gpt-5-mini', 1147, 1103, 1193, 1045, 1268, 0.722, 36],
    ['gpt-4o-mini', 1108, 1062, 1158, 1188, 1072, 0.667, 36],
    ['gpt-4o', 1053, 1020, 1088, 1086, 1049, 0.583, 36],
    ['Gemma3-27B', 1036, 998, 1073, 1155, 958, 0.556, 36],
    ['Qwen3-32B', 947, 901, 989, 1076, 830, 0.417, 36],
    ['Qwen3-4B', 873, 825, 918, 817, 930, 0.306, 36],
    ['Qwen2.5-3B', 833, 788, 875, 1013, 505, 0.25, 36],
  ),
  'rock-paper-scissors': rows(
    ['gpt-5-mini', 1150, 1086, 1222, 1000, 1000, 0.7, 30],
    ['Gemma3-27B', 1081, 1016, 1152, 1000, 1000, 0.571, 35],
    ['gpt-4o', 1069, 1000, 1138, 1000, 1000, 0.543, 35],
    ['Qwen3-4B', 1050, 977, 1114, 1000, 1000, 0.486, 35],
    ['gpt-4o-mini', 1025, 950, 1106, 1000, 1000, 0.486, 35],
    ['Qwen3-32B', 902, 829, 969, 1000, 1000, 0.286, 35],
    ['Qwen2.5-3B', 718, 649, 788, 1000, 1000, 0.029, 35],
  ),
  sheriff: rows(
    ['gpt-5-mini', 1049, 1016, 1085, 1000, 1000, 0.444, 33],
    ['gpt-4o-mini', 1046, 1019, 1076, 1000, 1000, 0.444, 48],
    ['Qwen3-32B', 1012, 984, 1041, 1000, 1000, 0.37, 54],
    ['Qwen2.5-3B', 995, 963, 1026, 1000, 1000, 0.325, 39],
    ['gpt-4o', 990, 962, 1022, 1000, 1000, 0.318, 44],
    ['Qwen3-4B', 958, 927, 988, 1000, 1000, 0.25, 40],
    ['Gemma3-27B', 945, 917, 971, 1000, 1000, 0.21, 54],
  ),
  skull: rows(
    ['gpt-5-mini', 1046, 1021, 1072, 1000, 1000, 0.364, 33],
    ['Qwen2.5-3B', 1004, 986, 1023, 1000, 1000, 0.179, 39],
    ['gpt-4o-mini', 1003, 986, 1018, 1000, 1000, 0.167, 48],
    ['Qwen3-4B', 1001, 987, 1015, 1000, 1000, 0.125, 40],
    ['gpt-4o', 989, 973, 1006, 1000, 1000, 0.136, 44],
    ['Qwen3-32B', 988, 971, 1003, 1000, 1000, 0.148, 54],
    ['Gemma3-27B', 966, 952, 980, 1000, 1000, 0.037, 54],
  ),
  spyfall: rows(
    ['gpt-5-mini', 1080, 1030, 1145, 1014, 1158, 0.639, 36],
    ['gpt-4o-mini', 1047, 986, 1102, 891, 1230, 0.583, 36],
    ['Gemma3-27B', 1015, 959, 1071, 901, 1128, 0.528, 36],
    ['gpt-4o', 999, 941, 1056, 1001, 994, 0.5, 36],
    ['Qwen3-32B', 984, 926, 1038, 862, 1090, 0.472, 36],
    ['Qwen2.5-3B', 935, 876, 985, 932, 934, 0.389, 36],
    ['Qwen3-4B', 935, 878, 991, 881, 977, 0.389, 36],
  ),
  'stag-hunt': rows(
    ['gpt-5-mini', 1149, 1119, 1184, 1000, 1000, 0.626, 33],
    ['gpt-4o', 1083, 1058, 1113, 1000, 1000, 0.47, 44],
    ['Qwen2.5-3B', 1026, 995, 1057, 1000, 1000, 0.427, 39],
    ['Qwen3-32B', 973, 950, 997, 1000, 1000, 0.222, 54],
    ['Gemma3-27B', 941, 917, 963, 1000, 1000, 0.16, 54],
    ['gpt-4o-mini', 931, 907, 953, 1000, 1000, 0.125, 48],
    ['Qwen3-4B', 894, 867, 916, 1000, 1000, 0.017, 40],
  ),
  survivor: rows(
    ['gpt-5-mini', 1069, 1036, 1106, 1000, 1000, 0.527, 30],
    ['Gemma3-27B', 1030, 1007, 1055, 1000, 1000, 0.448, 58],
    ['gpt-4o-mini', 1013, 991, 1037, 1000, 1000, 0.396, 55],
    ['gpt-4o', 991, 969, 1012, 1000, 1000, 0.339, 56],
    ['Qwen3-32B', 986, 965, 1009, 1000, 1000, 0.328, 58],
    ['Qwen3-4B', 958, 933, 980, 1000, 1000, 0.261, 49],
    ['Qwen2.5-3B', 950, 928, 970, 1000, 1000, 0.237, 54],
  ),
  undercover: rows(
    ['gpt-5-mini', 1188, 1152, 1228, 1078, 1476, 0.778, 36],
    ['Gemma3-27B', 1033, 1000, 1069, 1044, 1011, 0.556, 36],
    ['gpt-4o', 1015, 981, 1053, 756, 1281, 0.528, 36],
    ['Qwen3-4B', 998, 961, 1033, 946, 1030, 0.5, 36],
    ['Qwen3-32B', 953, 919, 982, 935, 944, 0.417, 36],
    ['gpt-4o-mini', 953, 917, 987, 815, 1051, 0.417, 36],
    ['Qwen2.5-3B', 857, 822, 888, 744, 882, 0.222, 36],
  ),
  werewolves: rows(
    ['gpt-4o', 1227, 1188, 1271, 1277, 1187, 0.806, 36],
    ['gpt-5-mini', 1203, 1161, 1251, 1294, 1135, 0.778, 36],
    ['Gemma3-27B', 1035, 1001, 1069, 1085, 989, 0.556, 36],
    ['gpt-4o-mini', 958, 927, 994, 949, 969, 0.444, 36],
    ['Qwen3-4B', 926, 887, 964, 1019, 829, 0.389, 36],
    ['Qwen2.5-3B', 831, 790, 869, 811, 849, 0.25, 36],
    ['Qwen3-32B', 817, 774, 853, 908, 691, 0.25, 36],
  ),
};
