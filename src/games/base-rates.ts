/**
 * What uniform random legal play gives in each game: 10000 games at the adopted rules, written by
 * scripts/base-rates.ts. A slot is a side, or the focal seat where there are none.
 */
export interface KnownBaseRates {
  readonly rulesVersion: number;
  readonly slots: Readonly<Record<string, { readonly won: number; readonly drawn: number }>>;
  readonly meanTurns: number;
  /** Share of games that ended before any phase came a second time; null for games of one phase. */
  readonly firstCycle: number | null;
  /** Share of games that the turn limit cut. */
  readonly cut: number;
}

/** By game id. */
export const BASE_RATES: Readonly<Record<string, KnownBaseRates>> = {
  'prisoners-dilemma': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.3765,
        drawn: 0.2506,
      },
    },
    meanTurns: 5,
    firstCycle: null,
    cut: 0,
  },
  chicken: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4044,
        drawn: 0.1776,
      },
    },
    meanTurns: 10,
    firstCycle: null,
    cut: 0,
  },
  'battle-of-the-sexes': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.418,
        drawn: 0.1792,
      },
    },
    meanTurns: 30,
    firstCycle: 0,
    cut: 0,
  },
  'stag-hunt': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4047,
        drawn: 0.2018,
      },
    },
    meanTurns: 10,
    firstCycle: null,
    cut: 0,
  },
  'minority-game': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.3129,
        drawn: 0.3756,
      },
    },
    meanTurns: 12,
    firstCycle: null,
    cut: 0,
  },
  'rock-paper-scissors': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4248,
        drawn: 0.1498,
      },
    },
    meanTurns: 10,
    firstCycle: null,
    cut: 0,
  },
  'public-goods': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4859,
        drawn: 0.0332,
      },
    },
    meanTurns: 10,
    firstCycle: null,
    cut: 0,
  },
  centipede: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4206,
        drawn: 0.1611,
      },
    },
    meanTurns: 7.9,
    firstCycle: null,
    cut: 0,
  },
  bargaining: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4683,
        drawn: 0.057,
      },
    },
    meanTurns: 20,
    firstCycle: 0,
    cut: 0,
  },
  'liars-dice': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.3372,
        drawn: 0,
      },
    },
    meanTurns: 35.1,
    firstCycle: null,
    cut: 0,
  },
  skull: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.251,
        drawn: 0.0178,
      },
    },
    meanTurns: 38.3,
    firstCycle: 0.2735,
    cut: 0.0178,
  },
  coup: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.2535,
        drawn: 0,
      },
    },
    meanTurns: 28,
    firstCycle: 0,
    cut: 0,
  },
  sheriff: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.4906,
        drawn: 0.0338,
      },
    },
    meanTurns: 24,
    firstCycle: 0,
    cut: 0,
  },
  chameleon: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.8235,
        drawn: 0,
      },
      main: {
        won: 0.1765,
        drawn: 0,
      },
    },
    meanTurns: 11.2,
    firstCycle: 1,
    cut: 0,
  },
  insider: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.1836,
        drawn: 0,
      },
      main: {
        won: 0.0468,
        drawn: 0,
      },
    },
    meanTurns: 17.4,
    firstCycle: 1,
    cut: 0,
  },
  spyfall: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.4993,
        drawn: 0,
      },
      main: {
        won: 0.5007,
        drawn: 0,
      },
    },
    meanTurns: 8,
    firstCycle: 0.2419,
    cut: 0,
  },
  undercover: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.5944,
        drawn: 0,
      },
      main: {
        won: 0.4056,
        drawn: 0,
      },
    },
    meanTurns: 20.9,
    firstCycle: 0,
    cut: 0,
  },
  resistance: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.496,
        drawn: 0,
      },
      main: {
        won: 0.504,
        drawn: 0,
      },
    },
    meanTurns: 56.6,
    firstCycle: 0,
    cut: 0,
  },
  werewolves: {
    rulesVersion: 1,
    slots: {
      alt: {
        won: 0.842,
        drawn: 0,
      },
      main: {
        won: 0.158,
        drawn: 0,
      },
    },
    meanTurns: 12.7,
    firstCycle: 0.4231,
    cut: 0,
  },
  survivor: {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0.2427,
        drawn: 0.2616,
      },
    },
    meanTurns: 22,
    firstCycle: 0,
    cut: 0,
  },
  'dead-last': {
    rulesVersion: 1,
    slots: {
      focal: {
        won: 0,
        drawn: 0.8727,
      },
    },
    meanTurns: 77.2,
    firstCycle: 0,
    cut: 0.87,
  },
};
