// The events of an AG-UI run of one or more answers. ag-ui.ts makes one for each stream.
// 1. Approvals that wait when the last answer has ended are the interrupts that end the run.
// 2. An execution is an activity; its steps, choices, confirmations and decisions are custom
//    events.
// 3. AG-UI takes no text back: a restart is a custom event with the ids of the void messages, and what
//    follows has another id.
import type { ChatMessage, ChatPart, ToolPart } from '../../../domain/chat/chat.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import { custom, interruptOf, type RunEvent, resultOf, runError } from './ag-ui-events.ts'
import { AnswerText } from './answer-text.ts'
import {
  type ChatEvent,
  type Conversation,
  deletedText,
  farewellText,
  type TranslatedAnswer,
  type Translation,
} from './protocol.ts'

export class RunStream implements Translation {
  readonly #conversation: Conversation
  readonly #answers: TranslatedAnswer[]
  /** Status of the calls that were told. */
  readonly #tools = new Map<string, ToolPart['status']>()
  readonly #executions = new Set<string>()
  readonly #interrupts = new Map<string, object>()
  /** Approvals that are decided, by this run or meanwhile. */
  readonly #settled: Set<string>
  /** Calls of the run before go on in this one: they end without a beginning. */
  readonly #isDeciding: boolean
  #text: AnswerText
  #failure: string | null = null
  isOver = false

  constructor(conversation: Conversation) {
    this.#conversation = conversation
    this.#answers = [...conversation.answers]
    this.#text = new AnswerText(this.#answer.answerId)
    const decided = conversation.answers.flatMap(answer => answer.decided ?? [])
    this.#settled = new Set(decided.map(({ decision }) => decision.id))
    this.#isDeciding = decided.length > 0
  }

  get #answer(): TranslatedAnswer {
    return this.#answers[0]!
  }

  begin(): readonly RunEvent[] {
    const metadata = { sessionId: this.#conversation.sessionId }
    return [this.#ofRun({ type: 'RUN_STARTED', protocolVersion: '1.0', metadata })]
  }

  take({ event, data }: ChatEvent): readonly RunEvent[] {
    switch (event) {
      case 'message':
        return []
      case 'chunk':
        return this.#say(data.text)
      case 'restart': {
        const messageIds = [...this.#text.blocks]
        const ended = this.#endText()
        this.#text.restart()
        return [...ended, custom('restart', { messageIds })]
      }
      case 'tool':
        return this.#tool(data.tool)
      case 'approval':
        return this.#approval(data.approval)
      case 'execution':
        return this.#execution(data.execution.id, data.execution)
      case 'step':
        return [custom('step', data)]
      case 'session':
        return [custom('session', data.session)]
      case 'done':
        return data.message.id === this.#answer.answerId ? this.#done(data.message) : []
      case 'end':
        this.isOver = true
        return [runError(deletedText, 'deleted')]
    }
  }

  farewell(): RunEvent {
    return runError(farewellText, 'unavailable')
  }

  #say(delta: string): readonly RunEvent[] {
    if (delta === '') return []
    const { id: messageId, isNew } = this.#text.say(delta)
    const start = { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }
    return [...(isNew ? [start] : []), { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }]
  }

  #endText(): readonly RunEvent[] {
    const messageId = this.#text.close()
    return messageId === null ? [] : [{ type: 'TEXT_MESSAGE_END', messageId }]
  }

  #tool(tool: ToolPart): readonly RunEvent[] {
    const { id: toolCallId, name: toolCallName, args, status } = tool
    const before = this.#tools.get(toolCallId)
    if (before === status) return []
    this.#tools.set(toolCallId, status)
    const content = resultOf(tool)
    const messageId = `${toolCallId}.result`
    const result = { type: 'TOOL_CALL_RESULT', messageId, toolCallId, role: 'tool', content }
    const results = content === null ? [] : [result]
    if (before !== undefined || (this.#isDeciding && content !== null)) return results
    const parent = this.#text.blocks.at(-1)
    const start = { type: 'TOOL_CALL_START', toolCallId, toolCallName }
    return [
      ...this.#endText(),
      { ...start, ...(parent !== undefined && { parentMessageId: parent }) },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: JSON.stringify(args ?? {}) },
      { type: 'TOOL_CALL_END', toolCallId },
      ...results,
    ]
  }

  #approval(approval: Approval): readonly RunEvent[] {
    const { id, status } = approval
    if (status !== 'pending') {
      this.#settled.add(id)
      return this.#interrupts.delete(id) ? [custom('approval', approval)] : []
    }
    if (this.#interrupts.has(id) || this.#settled.has(id)) return []
    this.#interrupts.set(id, interruptOf(approval))
    return [custom('approval', approval)]
  }

  #execution(messageId: string, content: object): readonly RunEvent[] {
    this.#executions.add(messageId)
    const activity = { type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'execution', content }
    return [{ ...activity, replace: true }]
  }

  #done(message: ChatMessage): readonly RunEvent[] {
    const events = [
      ...this.#say(this.#text.rest(message)),
      ...this.#endText(),
      ...message.parts.flatMap(part => this.#part(part)),
    ]
    if (message.status === 'failed') this.#failure ??= message.content
    this.#answers.shift()
    if (this.#answers.length > 0) {
      this.#text = new AnswerText(this.#answer.answerId)
      return events
    }
    this.isOver = true
    return [...events, this.#end(message)]
  }

  #part(part: ChatPart): readonly RunEvent[] {
    switch (part.type) {
      case 'text':
        return []
      case 'tool':
        return this.#tool(part)
      case 'approval':
        return this.#approval(part.approval)
      case 'choices':
        return [custom('choices', part.choices)]
      case 'confirmation':
        return [custom('confirmation', part)]
      case 'execution': {
        const { type: _, executionId: id, ...facts } = part
        return this.#executions.has(id) ? [] : this.#execution(id, { id, ...facts })
      }
    }
  }

  #end({ id: messageId, status, executionId }: ChatMessage): RunEvent {
    if (this.#failure !== null) return runError(this.#failure, 'failed')
    const finished = { type: 'RUN_FINISHED' }
    if (status === 'cancelled') return this.#ofRun({ ...finished, outcome: { type: 'cancelled' } })
    const interrupts = [...this.#interrupts.values()]
    if (interrupts.length > 0) return this.#ofRun({ ...finished, outcome: { type: 'interrupt', interrupts } })
    const result = { messageId, ...(executionId !== null && { executionId }) }
    return this.#ofRun({ ...finished, result, outcome: { type: 'success' } })
  }

  #ofRun(said: RunEvent): RunEvent {
    const { thread: threadId, run: runId } = this.#conversation
    return { ...said, threadId, runId }
  }
}
