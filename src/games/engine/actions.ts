/** Actions and decisions: what they are, how an answer is checked, described, put on the wire and drawn at random. */
export type { Action, ActionCatalogue, ActionForm, CatalogueField, Decision, Field } from './action-types.js';
export { checkAction, soleAction } from './action-check.js';
export type { Checked } from './action-check.js';
export { describeField, describeForm } from './action-text.js';
export { fromStable, narrowSchema, stableSchema } from './action-wire.js';
export { sampleAction } from './action-sample.js';
