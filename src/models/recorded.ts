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
      ask: (site, request, signal) => {
        if (signal.aborted) return Promise.reject(signal.reason as Error);
        const recorded = recorder.find(callKey(identity, request, site), site.episode);
        if (recorded !== undefined) return Promise.resolve(recorded);
        onMiss(site, identity);
        return Promise.reject(new ModelFault('transport', 'no reply is recorded for this request'));
      },
    }),
  };
}
