import { callKey } from './call-key.js';
import { ModelFault } from './chat.js';
import type { CallRecorder, CallSite, ModelIdentity } from './chat.js';
import type { Gateways } from './gateway.js';

/**
 * Gateways that answer from a recording and never from a server. A reply that is not recorded is a fault of its
 * call, and is told to `onMiss`.
 */
export function recordedGateways(
  recorder: Pick<CallRecorder, 'find'>,
  onMiss: (site: CallSite, identity: ModelIdentity) => void,
): Gateways {
  return {
    for: ({ identity }) => ({
      identity,
      ask: async (site, request, signal) => {
        signal.throwIfAborted();
        const recorded = recorder.find(callKey(identity, request, site));
        if (recorded !== undefined) return recorded;
        onMiss(site, identity);
        throw new ModelFault('transport', 'no reply is recorded for this request');
      },
    }),
  };
}
