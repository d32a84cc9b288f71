// The port of credentials without any: for tests, and for callers whose servers need none.

import { ToolFailure } from '../builtin/tool.ts'
import type { Credentials } from './credentials.ts'

export const noCredentials: Credentials = {
  authorize: async ({ credential }) => {
    throw unknown(credential)
  },
  authorizeConnection: async ({ connectionId }) => {
    throw unknown(connectionId)
  },
  refusedConnection() {},
  connectionLacks: async () => {},
  modelKey: async ({ credential }) => {
    throw unknown(credential)
  },
  reveal: async ({ credential }) => {
    throw unknown(credential)
  },
  used() {},
  refused() {},
  learn() {},
  scrub: (_organizationId, text) => text,
  scrubValue: (_organizationId, value) => value,
}

function unknown(credential: string): ToolFailure {
  return new ToolFailure('unknown-credential', `there is no credential ${credential}`)
}
