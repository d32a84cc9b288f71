// The events of a chat session, as its streams send them: the answer to a message, and GET .../events for
// every other reader. Adapters of other protocols translate these.
import { z } from 'zod'
import { Approval } from '../work/approval.ts'
import { ListedExecution, ListedStep } from '../work/execution.ts'
import { ChatMessage, ChatSession, ToolPart } from './chat.ts'

export const chatEvents = {
  /** A message of the user is stored. */
  message: z.object({
    message: ChatMessage,
    answerId: z.string().meta({ description: 'The id that the answer to it will have' }),
  }),
  /** A piece of the answer; `messageId` is the id that the answer will have. */
  chunk: z.object({ messageId: z.string(), text: z.string() }),
  /** The answer begins anew, after a crash or a failed try: drop its chunks. */
  restart: z.object({ messageId: z.string() }),
  /** A tool of the answer begins, waits for approval or ends: the part with the same id is as this says. */
  tool: z.object({ messageId: z.string(), tool: ToolPart }),
  /** An execution of this session has started, pauses or has ended. */
  execution: z.object({ execution: ListedExecution }),
  /** Progress of such an execution; without an event id, and left out when there are many. */
  step: z.object({ executionId: z.string(), step: ListedStep }),
  /** An approval is asked for, or decided. */
  approval: z.object({ approval: Approval }),
  /** A message of the assistant is stored: the end of an answer, or news of an execution. */
  done: z.object({ message: ChatMessage }),
  /** The session has another title. */
  session: z.object({ session: ChatSession }),
  /** The session is deleted; nothing follows. */
  end: z.object({}),
} as const

export type ChatEventName = keyof typeof chatEvents
