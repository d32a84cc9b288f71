// How a route is offered to models as a tool of /rpc. A route names one by `tool`; service-tools.ts makes the
// tool of it: schemas from the route, words and the brief answer from here.
// 1. A description says when to use the tool and what comes back, in words of tools, not of HTTP.
// 2. An answer is brief unless the caller asks for `detail`; brief and whole answers both fit `answer`.
import type { z } from 'zod'
import type { JsonObject, JsonSchema } from '../../../domain/json.ts'
import type { Permission } from '../../../domain/people/permissions.ts'
import type { ToolEffect } from '../../../domain/tools/tool.ts'

export interface RouteTool {
  readonly name: string
  readonly description: string
  /** Where the method does not say it: a POST that keeps nothing is a `read`. */
  readonly effect?: ToolEffect
  /** The arguments that models see, and what each is; the route takes others, too. */
  readonly args: Readonly<Record<string, string>>
  /** Arguments of the tool at /rpc alone, which the route does not know. */
  readonly own?: Readonly<Record<string, JsonSchema>>
  /** What callers can rely on, an object that may hold more; of a list, for each item. */
  readonly answer: z.ZodType
  /** What comes back without `detail`; of a list, for each item. Absent: the whole answer. */
  readonly brief?: (answer: JsonObject) => JsonObject
  /** What a caller needs, where it is more than the route asks for. */
  readonly permission?: Permission
  /** A model's call of it waits for a person each time: none allows further ones. */
  readonly asksEachTime?: true
  /** How the models of chats get it: they leave the planning to the service. */
  readonly inChats?: Pick<RouteTool, 'description' | 'args'>
  /** A tool for authors, which the models of chats do not get. */
  readonly isForAuthors?: true
}
