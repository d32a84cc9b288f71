// The chore that deletes chat sessions which nobody needs any more: those of organizations that have ended,
// and those without a message for RETENTION_DAYS. Their actors end them, like a user who deletes one;
// storage/chat/chat-retention.ts removes what is left. main/chores.ts starts it.
import { Failure } from '../../domain/failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { ChatStore } from '../../storage/chat/chats.ts'
import type { ChatClient } from './client.ts'

export interface ForgettingParts {
  readonly chats: Pick<ChatStore, 'forgettable'>
  readonly chatClient: Pick<ChatClient, 'delete'>
  readonly clock: Pick<Clock, 'now'>
}

const dayMs = 24 * 60 * 60 * 1_000
const portion = 100
const betweenPassesMs = 10 * 60 * 1_000

/** @param retentionDays 0 keeps sessions until somebody deletes them, or their organization ends */
export function forgettingChore({ chats, chatClient, clock }: ForgettingParts, retentionDays: number): Chore {
  return {
    name: 'forgotten chat sessions',
    async work() {
      const before = retentionDays === 0 ? 0 : clock.now() - retentionDays * dayMs
      const found = await chats.forgettable(before, portion)
      for (const { id, organizationId, owner } of found) {
        try {
          await chatClient.delete(id, { organizationId, owner })
        } catch (error) {
          // Somebody was faster.
          if (!(error instanceof Failure) || error.code !== 'not-found') throw error
        }
      }
      return found.length < portion ? betweenPassesMs : 1_000
    },
  }
}
