// Talks to the assistant as a session does: message after message, with the memory that it returns.
import { plainAssistant } from '../../../../actors/chat/words/plain-assistant.ts'
import type { AssistantAnswer, AssistantRequest } from '../../../../domain/chat/assistant.ts'
import type { JsonObject } from '../../../../domain/json.ts'
import type { SmallService } from './small-service.ts'

export class Talking {
  readonly service: SmallService
  readonly workflowId: string | null
  memory: JsonObject = {}
  executionIds: string[] = []
  #count = 0

  constructor(service: SmallService, workflowId: string | null = null) {
    this.service = service
    this.workflowId = workflowId
  }

  async say(text: string): Promise<AssistantAnswer> {
    this.service.now += 60_000
    this.service.message = `msg_${++this.#count}`
    const answer = await this.ask(text)
    this.memory = answer.memory
    if (answer.executionId !== null) this.executionIds.push(answer.executionId)
    return answer
  }

  /** The same request again, as after a crash. */
  ask(text: string): Promise<AssistantAnswer> {
    const { workflowId, memory, executionIds, service } = this
    return this.askAt({ text, memory, workflowId, executionIds }, service.now)
  }

  /** @param now when the message came, Unix ms */
  askAt(request: Omit<AssistantRequest, 'now'>, now: number): Promise<AssistantAnswer> {
    const { signal } = new AbortController()
    return plainAssistant({ ...request, now }, { service: this.service, signal })
  }
}

export function textOf({ parts }: AssistantAnswer): string {
  return parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

export function choicesOf({ parts }: AssistantAnswer): readonly string[] {
  return parts.flatMap(part => (part.type === 'choices' ? part.choices.map(({ message }) => message) : []))
}
