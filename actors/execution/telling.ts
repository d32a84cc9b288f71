// Tells others of an execution, in the host's thread; effects.ts calls it: the follower of each change.
import { Failure } from '../../domain/failure.ts'
import { pageBounds, type Truncated } from '../../domain/page.ts'
import type { Execution, ListedExecution } from '../../domain/work/execution.ts'
import type { Outside } from '../../runtime/actor.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import type { Message, TellFollowerEffect } from './protocol.ts'

export async function tellFollower(
  { follower, news, execution }: TellFollowerEffect,
  outside: Outside,
): Promise<Message | null> {
  const told: Message = { type: 'follower-told', news }
  const message = { type: 'execution-news', execution: listed(execution), news }
  try {
    return (await askUntilAnswered(outside, () => outside.ask(follower, message))) === null ? null : told
  } catch (error) {
    // The session is deleted, so nobody wants to know.
    if (error instanceof Failure) return told
    throw error
  }
}

/** Without the values that are too large for a list. */
function listed(execution: Execution): ListedExecution {
  const truncated: Truncated[] = []
  const short = (field: 'inputs' | 'output') => {
    const text = JSON.stringify(execution[field])
    if (text.length <= pageBounds.valueBytes) return execution[field]
    const preview = text.slice(0, pageBounds.previewLength)
    truncated.push({
      field,
      preview,
      sizeBytes: Buffer.byteLength(text),
      link: `/api/v1/executions/${execution.id}`,
    })
    return field === 'inputs' ? {} : null
  }
  const inputs = short('inputs') as Execution['inputs']
  return { ...execution, inputs, output: short('output'), truncated }
}
