// The UI message stream of the AI SDK, version 7: one or more answers. ai-sdk.ts makes one for each stream.
// 1. All of it is one message of the client: a new one, or the one whose approvals the user has answered.
// 2. Each answer is a step, so what a restart drops is what came since the step began.
// 3. Executions, choices and confirmations are data parts; a step of an execution is a transient one.
import type { UIMessageChunk } from 'ai'
import type { ChatMessage, ChatPart } from '../../../domain/chat/chat.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import { ToolChunks } from './ai-sdk-tools.ts'
import { AnswerText } from './answer-text.ts'
import {
  type ChatEvent,
  type Conversation,
  deletedText,
  farewellText,
  type TranslatedAnswer,
  type Translation,
} from './protocol.ts'

export class UiMessageStream implements Translation {
  readonly #conversation: Conversation
  /** Answers that have not ended. */
  readonly #answers: TranslatedAnswer[]
  readonly #executions = new Map<string, object>()
  #tools: ToolChunks
  #text: AnswerText
  #failure: string | null = null
  isOver = false

  constructor(conversation: Conversation) {
    this.#conversation = conversation
    this.#answers = [...conversation.answers]
    this.#tools = new ToolChunks(conversation.answers)
    this.#text = new AnswerText(this.#answer.answerId)
  }

  get #answer(): TranslatedAnswer {
    return this.#answers[0]!
  }

  begin(): readonly UIMessageChunk[] {
    const { sessionId, continues } = this.#conversation
    const messageId = continues ?? this.#answer.answerId
    return [{ type: 'start', messageId, messageMetadata: { sessionId } }, { type: 'start-step' }]
  }

  take({ event, data }: ChatEvent): readonly UIMessageChunk[] {
    switch (event) {
      case 'message':
        return []
      case 'chunk':
        return this.#say(data.text)
      case 'restart':
        return this.#restart()
      case 'tool':
        return [...this.#endText(), ...this.#tools.tell(data.tool)]
      case 'approval':
        return this.#approval(data.approval)
      case 'execution':
        return this.#execution(data.execution.id, data.execution)
      case 'step': {
        const id = `${data.executionId}/${data.step.id}`
        return [{ type: 'data-step', id, data, transient: true }]
      }
      case 'session':
        return [{ type: 'data-session', data: data.session, transient: true }]
      case 'done':
        return data.message.id === this.#answer.answerId ? this.#done(data.message) : []
      case 'end':
        this.isOver = true
        return [{ type: 'error', errorText: deletedText }]
    }
  }

  farewell(): UIMessageChunk {
    return { type: 'error', errorText: farewellText }
  }

  #say(delta: string): readonly UIMessageChunk[] {
    if (delta === '') return []
    const { id, isNew } = this.#text.say(delta)
    return [...(isNew ? [{ type: 'text-start', id } as const] : []), { type: 'text-delta', id, delta }]
  }

  #endText(): readonly UIMessageChunk[] {
    const id = this.#text.close()
    return id === null ? [] : [{ type: 'text-end', id }]
  }

  /** The step is emptied; what is no text is told again. */
  #restart(): readonly UIMessageChunk[] {
    this.#text.restart()
    const executions = [...this.#executions].map(([id, data]) => executionChunk(id, data))
    return [{ type: 'reset-step' }, ...executions, ...this.#tools.again()]
  }

  #approval(approval: Approval): readonly UIMessageChunk[] {
    if (approval.status === 'pending') return [...this.#endText(), ...this.#tools.ask(approval)]
    return this.#tools.decide(approval)
  }

  #execution(id: string, data: object): readonly UIMessageChunk[] {
    this.#executions.set(id, data)
    return [executionChunk(id, data)]
  }

  #done(message: ChatMessage): readonly UIMessageChunk[] {
    const { decided } = this.#answer
    const chunks = [
      ...this.#say(this.#text.rest(message)),
      ...this.#endText(),
      ...message.parts.flatMap(part => this.#part(part)),
      ...(decided === null ? [] : this.#tools.settle(decided, message)),
    ]
    if (message.status === 'failed') this.#failure ??= message.content
    this.#answers.shift()
    if (this.#answers.length > 0) {
      this.#text = new AnswerText(this.#answer.answerId)
      return [...chunks, { type: 'finish-step' }, { type: 'start-step' }]
    }
    this.isOver = true
    return [...chunks, ...this.#finish(message)]
  }

  #part(part: ChatPart): readonly UIMessageChunk[] {
    switch (part.type) {
      case 'text':
        return []
      case 'tool':
        return this.#tools.tell(part)
      case 'approval':
        return this.#approval(part.approval)
      case 'choices':
        return [{ type: 'data-choices', data: part.choices }]
      case 'confirmation':
        return [{ type: 'data-confirmation', id: part.workflowId, data: part }]
      case 'execution': {
        const { type: _, executionId: id, ...facts } = part
        return this.#executions.has(id) ? [] : this.#execution(id, { id, ...facts })
      }
    }
  }

  #finish({ id: messageId, status, executionId }: ChatMessage): readonly UIMessageChunk[] {
    if (this.#failure !== null) return [{ type: 'error', errorText: this.#failure }]
    if (status === 'cancelled') return [{ type: 'abort', reason: 'cancelled' }]
    const { sessionId } = this.#conversation
    const finishReason = this.#tools.isAsking ? 'tool-calls' : 'stop'
    const messageMetadata = { sessionId, messageId, ...(executionId !== null && { executionId }) }
    return [{ type: 'finish-step' }, { type: 'finish', finishReason, messageMetadata }]
  }
}

function executionChunk(id: string, data: object): UIMessageChunk {
  return { type: 'data-execution', id, data }
}
