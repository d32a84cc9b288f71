// One message and the answer to it, as the test makes it: piece by piece. The double gives one to the test
// for every message that comes.
import type {
  Approval,
  ChatExecution,
  ChatMessage,
  ChatPart,
  ChatStep,
  ToolPart,
} from '../../chat/client/wire.ts'
import type { Asked, Conversation } from './chat-double.ts'

export class Turn {
  readonly asked: Asked
  readonly conversation: Conversation
  /** What was streamed of the answer. */
  soFar = ''
  readonly #answer: ChatMessage
  readonly #messageId: string

  constructor(
    conversation: Conversation,
    answer: ChatMessage,
    { asked, messageId }: { asked: Asked; messageId: string },
  ) {
    this.conversation = conversation
    this.asked = asked
    this.#answer = answer
    this.#messageId = messageId
  }

  /** Of the answer. */
  get id(): string {
    return this.#answer.id
  }

  say(text: string): this {
    this.soFar += text
    this.conversation.tell('chunk', { messageId: this.id, text })
    return this
  }

  restart(): this {
    this.soFar = ''
    this.conversation.tell('restart', { messageId: this.id })
    return this
  }

  tool(tool: Partial<ToolPart>): this {
    const nothing = { id: 'tool_1', status: 'running', args: null, output: null, error: null } as const
    const whole: ToolPart = { type: 'tool', name: 'list_workflows', ...nothing, ...tool }
    this.conversation.tell('tool', { messageId: this.id, tool: whole })
    return this
  }

  execution(execution: Partial<ChatExecution> & { readonly id: string }): this {
    this.conversation.tell('execution', { execution: executionOf(execution) })
    return this
  }

  step(executionId: string, step: Partial<ChatStep> & { readonly id: string }): this {
    const nothing = { title: '', status: 'running', tool: null, attempt: 1, startedAt: 1, finishedAt: null }
    this.conversation.tell('step', { executionId, step: { ...nothing, ...step } }, { hasId: false })
    return this
  }

  approval(approval: Partial<Approval>): Approval {
    const whole = approvalOf(approval)
    this.conversation.tell('approval', { approval: whole })
    return whole
  }

  /** The end of the answer: what was said, unless the test says otherwise. */
  done(message: Partial<ChatMessage> = {}): ChatMessage {
    const content = message.content ?? this.soFar
    const parts: readonly ChatPart[] = content ? [{ type: 'text', text: content }] : []
    const whole: ChatMessage = { ...this.#answer, content, parts, ...message }
    const { conversation } = this
    conversation.turn = null
    conversation.messages.push(whole)
    conversation.tell('done', { message: whole })
    conversation.endStreamsOf(this.#messageId)
    return whole
  }
}

export function executionOf(given: Partial<ChatExecution> & { readonly id: string }): ChatExecution {
  return {
    workflowId: 'wf_1',
    workflowName: 'Greeting',
    status: 'running',
    output: null,
    error: null,
    startedAt: 1,
    finishedAt: null,
    durationMs: null,
    ...given,
  }
}

export function approvalOf(given: Partial<Approval>): Approval {
  const decided = { decidedArgs: null, decidedAt: null, decidedBy: null, note: null } as const
  return {
    id: 'apr_1',
    kind: 'execution',
    executionId: 'exec_1',
    stepId: 'pay',
    message: 'Pay the invoice?',
    tool: 'pay_invoice',
    args: { amount: 120 },
    digest: 'd1',
    assignees: [],
    form: null,
    status: 'pending',
    requestedAt: 1,
    expiresAt: null,
    ...decided,
    ...given,
  }
}
