// Fixture tools that send notifications while they run: logs, progress, a connection that is released.
import { setTimeout as pause } from 'node:timers/promises'
import { missingCapability } from '../surface/capabilities.ts'
import type { SurfaceContext } from '../surface/surface.ts'
import { type FixtureTool, says } from './fixture-tool.ts'

/** Between two messages, so that a client receives them one by one. */
const pauseMs = 50
const reconnectMs = 100

async function logThree({ log, signal }: SurfaceContext, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    log('info', message, 'conformance')
    await pause(pauseMs, null, { signal })
  }
}

export const speakingTools: readonly FixtureTool[] = [
  {
    name: 'test_tool_with_logging',
    description: 'Logs three messages',
    async run(_, context) {
      await logThree(context, ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
      return says('Tool with logging executed successfully')
    },
  },
  {
    name: 'test_logging_tool',
    description: 'Logs a message',
    run(_, { log }) {
      log('info', 'Logging evaluated', 'conformance')
      return says('Logging evaluated')
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Reports progress three times',
    async run(_, { progress, signal }) {
      for (const done of [0, 50, 100]) {
        progress?.(done, 100, `Completed step ${done} of 100`)
        await pause(pauseMs, null, { signal })
      }
      return says('Tool with progress executed successfully')
    },
  },
  {
    name: 'test_streaming_elicitation',
    description: 'Reports progress to a client that can be asked',
    run(_, { progress, clientCapabilities }) {
      if (clientCapabilities['elicitation'] === undefined) throw missingCapability({ elicitation: {} })
      progress?.(50, 100, null)
      return says('Streaming complete')
    },
  },
  {
    name: 'test_reconnection',
    description: 'Lets the connection go before it answers',
    async run(_, { detach, signal }) {
      detach?.()
      await pause(reconnectMs, null, { signal })
      return says('Reconnection test completed successfully')
    },
  },
]
