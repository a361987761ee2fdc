import type { Decision } from '../engine/actions.js';
import type { Candidate, View } from '../engine/definition.js';

export function candidates(_view: View, _decision: Decision): readonly Candidate[] {
  return [];
}
