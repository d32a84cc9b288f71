// One message with its parts: text, tools that the assistant used, runs, approvals, choices.
import type { Conversation, ShownMessage } from '@service/chat/conversation.ts'
import type { KeyedPart, ShownPart } from '@service/chat/widget/shown.ts'
import { cx } from '../../parts/class-names.ts'
import { words } from '../../words/chat.ts'
import { words as common } from '../../words/common.ts'
import { ApprovalCard } from './parts/approval-card.tsx'
import { Choices } from './parts/choices.tsx'
import { ConfirmationCard } from './parts/confirmation-card.tsx'
import { Markdown } from './parts/markdown.tsx'
import { RunCard } from './parts/run-card.tsx'
import { ToolLine } from './parts/tool-line.tsx'

export interface MessageProps {
  /** Null: what no message speaks of yet. */
  readonly message: ShownMessage | null
  readonly parts: readonly KeyedPart[]
  readonly conversation: Conversation
}

export function Message({ message, parts, conversation }: MessageProps) {
  const isUser = message?.role === 'user'
  return (
    <div
      data-role={message?.role ?? 'assistant'}
      className={cx(
        'flex flex-col gap-3',
        isUser && 'max-w-[85%] self-end rounded-lg bg-accent-soft px-3.5 py-2',
        message?.progress === 'sending' && 'opacity-70',
      )}
    >
      {message !== null && <span className="sr-only">{isUser ? words.you : words.assistant}</span>}
      {parts.map(([key, part]) => (
        <Part key={key} part={part} isUser={isUser} conversation={conversation} />
      ))}
      {message !== null && <Footer message={message} conversation={conversation} />}
    </div>
  )
}

function Part({
  part,
  isUser,
  conversation,
}: {
  readonly part: ShownPart
  readonly isUser: boolean
  readonly conversation: Conversation
}) {
  switch (part.type) {
    case 'text':
      if (isUser)
        return (
          <p dir="auto" className="whitespace-pre-wrap">
            {part.text}
          </p>
        )
      return <Markdown text={part.text} isOpen={part.isOpen} />
    case 'tool':
      return <ToolLine tool={part.tool} />
    case 'execution':
      return <RunCard id={part.executionId} card={part.card} />
    case 'approval':
      return <ApprovalCard approval={part.approval} conversation={conversation} />
    case 'confirmation':
      return <ConfirmationCard part={part.part} conversation={conversation} />
    case 'choices':
      return (
        <Choices
          choices={part.choices.map(({ title, message }) => [title, message])}
          onChoose={text => void conversation.send(text)}
        />
      )
  }
}

function Footer({
  message: { id, progress, status, content },
  conversation,
}: {
  readonly message: ShownMessage
  readonly conversation: Conversation
}) {
  if (progress === 'unsent')
    return (
      <p className="text-xs text-bad">
        {words.unsent}{' '}
        <button type="button" className="underline" onClick={() => void conversation.retry(id)}>
          {common.tryAgain}
        </button>
      </p>
    )
  if (status === 'cancelled') return <p className="text-xs text-dim">{words.cancelled}</p>
  if (status === 'failed' && content === '') return <p className="text-xs text-bad">{words.failed}</p>
  return progress === 'sending' ? <span className="sr-only">{words.sending}</span> : null
}
