/** Moves that builtin players consider in Survivor, from the seat's view alone, annotated with traits. */
import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';
import { alliancesOf, ballotMoves, campaignMoves } from '../shared/alliances.js';
import type { Alliances, CampaignWords } from '../shared/alliances.js';
import { lastEvent, speech, worded } from '../shared/candidate-tools.js';

const WORDS: CampaignWords = {
  strike: (target) => [
    `I have not forgotten who wrote whose name down. My vote goes to ${target} tonight, and I would rather say it to your face.`,
    `Somebody has to say it: ${target} has been working against me from the start. I vote ${target}, who is with me?`,
    `${target} and I cannot both stay here for long. I will vote for ${target}; make of that what you like.`,
  ],
  join: (target) => [
    `If the table is moving towards ${target}, I will not stand in the way. Count my vote for ${target} tonight.`,
    `It sounds to me as if most of us can live with ${target} going. Then let us vote ${target} and keep it clean.`,
    `One name comes up again and again. I vote with the majority here, and that means ${target} has to go.`,
  ],
  threat: (target) => [
    `Ask yourselves who would win if the jury sat down today. ${target} is the biggest threat here, so let us vote ${target} out now.`,
    `Nobody has touched ${target} so far, and that is exactly what worries me. Vote ${target} while we still can.`,
    `${target} is dangerous because everyone likes ${target}. If we wait until the final, it will be too late to vote that way.`,
  ],
  pledge: (ally) => [
    `${ally}, I trust you and you can rely on me. If we keep together we both see the last three.`,
    `I want it on record that I stand by ${ally}. We have kept our word to each other, and that is rare here.`,
    `Let us be plain about friends: ${ally} is mine. Whoever thinks likewise is welcome to keep us company.`,
  ],
  ask: (someone) => [
    `Before we decide anything I would like to hear from ${someone}: whom do you want to see in the final, and why?`,
    `What does everyone have in mind today? ${someone}, you have been hard to read, so tell us where your heart is.`,
    'I hear many hints and few names. Could the rest of you say openly what you are planning tonight?',
  ],
  defend: [
    'I have crossed nobody here, and I have kept every promise I made. There are better reasons to send somebody else home.',
    'Sending me home makes no one stronger but the people who already lead. Think twice before you write my name.',
    'I am no danger to anybody, and I remember who is kind to me. On the jury that counts for something.',
  ],
  quiet: [
    'I am still thinking and would rather listen to the rest of you first. Let us stay calm and decent about it.',
    'Nothing much from me today. Everyone here has played well, and I shall decide when the time comes.',
    'It has been a long day, so I will be short: I have no quarrel with anyone at this table.',
  ],
};

const PLEAS: readonly { readonly traits: Candidate['traits']; readonly wordings: readonly string[] }[] = [
  {
    traits: { loyalty: 0.6, bluff: -0.2, share: 0.3 },
    wordings: [
      'I kept my word to most of you for as long as the game let me. If loyalty counts for anything, I ask for your vote.',
      'You may not like every choice I made, but I never lied to a friend. I would be grateful for your vote.',
    ],
  },
  {
    traits: { assert: 0.6, control: 0.4, share: 0.4, risk: 0.2 },
    wordings: [
      'I did not get here by luck. I saw where the votes were going and I was on the right side of them when it mattered.',
      'Give it to the one who played hardest. I made the moves, I took the blame, and I would do it all again.',
    ],
  },
  {
    traits: { listen: 0.5, conform: 0.3, blend: 0.3, assert: -0.3 },
    wordings: [
      'To each of you on the jury: I am sorry for the part I had in your leaving. You were worthy opponents, all of you.',
      'I know some of you are hurt, and I understand it. Whatever you decide tonight, I thank you for this game.',
    ],
  },
  {
    traits: { suspect: 0.5, assert: 0.4, loyalty: -0.4 },
    wordings: [
      'Look at who sits beside me. They let others do the dirty work and now want the credit; do not reward that.',
      'My fellow finalists will tell you a fine story. Remember how they voted, and you will know whom to believe.',
    ],
  },
];

function pleas(view: View, decision: Decision): Candidate[] {
  return PLEAS.map(({ traits, wordings }, kind) => ({
    action: speech(decision, worded(view, kind, wordings)),
    traits,
  }));
}

/** A juror's choices: who was good to it, who is well spoken of, who has kept out of reach. */
function juryMoves(view: View, { rivals, hostility, closeness, called, untouched }: Alliances): Candidate[] {
  return rivals.map((seat) => ({
    action: { action: 'jury_vote', target: view.players[seat] ?? '' },
    traits: {
      suspect: -(hostility[seat] ?? 0),
      loyalty: closeness[seat] ?? 0,
      conform: -(called[seat] ?? 0),
      control: untouched[seat] ?? 0,
      listen: 0.2 * (closeness[seat] ?? 0),
    },
  }));
}

/** Legal moves for a decision of Survivor, the same moves in the same order for the same view. */
export function candidates(view: View, decision: Decision): readonly Candidate[] {
  const alliances = alliancesOf(view, 'votes');
  switch (decision.kind) {
    case 'speak':
      return lastEvent(view.events, 'final') === undefined
        ? campaignMoves(view, alliances, decision, WORDS)
        : pleas(view, decision);
    case 'vote':
      return ballotMoves(view, alliances, 'vote');
    default:
      return juryMoves(view, alliances);
  }
}
