// A grant: a tool that the assistant of somebody's chats may call without asking each time.
import { z } from 'zod'

export const ChatGrant = z.object({
  id: z.string(),
  /** As approvals name it. */
  tool: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
})
export type ChatGrant = z.infer<typeof ChatGrant>
