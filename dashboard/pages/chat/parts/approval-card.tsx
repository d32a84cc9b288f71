// An approval in the conversation, decided in place: what would be done, with its exact arguments, what the
// decider fills in, how long there is time. The decision names what was shown; what has changed is refused.
import type { Approval } from '@service/chat/client/wire.ts'
import type { Conversation } from '@service/chat/conversation.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { shownBlock, shownName } from '../../../../domain/shown/shown.ts'
import { Button } from '../../../parts/button.tsx'
import { Field, Select, TextArea } from '../../../parts/field.tsx'
import { StatusBadge } from '../../../parts/status.tsx'
import { words as approvalWords } from '../../../words/approvals.ts'
import { words } from '../../../words/chat.ts'
import { ArgumentEditor, ArgumentList, Changes } from '../../approvals/draft/arguments.tsx'
import { FormFields } from '../../approvals/draft/form-fields.tsx'
import { faultsOf, useDraft } from '../../approvals/draft/use-draft.ts'
import { TimeLeft, useIsOver } from '../../approvals/time-left.tsx'

type Remember = keyof typeof words.remembers

export interface ApprovalCardProps {
  readonly approval: Approval
  readonly conversation: Conversation
}

export function ApprovalCard({ approval, conversation }: ApprovalCardProps) {
  const { id, status, message, tool, args, note, expiresAt } = approval
  const isOver = useIsOver(expiresAt)
  return (
    <section
      aria-label={words.approvalNeeded}
      className="flex flex-col gap-3 rounded-lg border bg-raised p-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={status} {...(status === 'pending' && { label: words.approvalNeeded })} />
        {status === 'pending' && <TimeLeft until={expiresAt} />}
        <Link
          to="/approvals/$id"
          params={{ id }}
          className="ms-auto text-sm text-accent no-underline hover:underline"
        >
          {words.openApproval}
        </Link>
      </div>
      {tool !== null && (
        <p className="font-semibold wrap-anywhere">
          {approvalWords.tool} <bdi className="font-mono">{shownName(tool)}</bdi>
        </p>
      )}
      <div className="rounded-md border border-s-4 px-3 py-2">
        <p className="text-xs text-dim">{approvalWords.authorAsks}</p>
        <p dir="auto" className="max-h-60 overflow-auto wrap-anywhere whitespace-pre-wrap">
          {shownBlock(message)}
        </p>
      </div>
      {status === 'pending' && !isOver ? (
        <Decision approval={approval} conversation={conversation} />
      ) : (
        args !== null && <ArgumentList args={args} />
      )}
      {note !== null && note !== '' && (
        <p dir="auto" className="whitespace-pre-wrap text-dim">
          {shownBlock(note)}
        </p>
      )}
    </section>
  )
}

function Decision({ approval, conversation }: ApprovalCardProps) {
  const draft = useDraft(approval)
  const [isBusy, setBusy] = useState(false)
  const [isDenying, setDenying] = useState(false)
  const [reason, setReason] = useState('')
  const [remember, setRemember] = useState<Remember>('once')
  // Of an assistant's own call, not of a step: only that can be allowed for longer.
  const isOwnCall = approval.tool !== null && approval.executionId === null
  const canEdit = approval.tool !== null && Object.keys(draft.asked).length > 0
  const decide = async (decision: Parameters<Conversation['decide']>[1]) => {
    setBusy(true)
    await conversation.decide(approval, decision)
    setBusy(false)
  }
  const approve = () => {
    const decision = draft.approval()
    if (decision !== null) void decide({ ...decision, ...(isOwnCall && { remember }) } as never)
  }
  return (
    <>
      {approval.args !== null && !draft.isEditing && <ArgumentList args={approval.args} />}
      {draft.isEditing && (
        <ArgumentEditor
          asked={draft.asked}
          args={draft.args}
          faults={faultsOf('args', draft.faults, null)}
          onChange={draft.change}
        />
      )}
      {draft.isChanged && <Changes asked={draft.asked} args={draft.args} title={approvalWords.changes} />}
      {draft.schema !== null && (
        <FormFields
          schema={draft.schema}
          answers={draft.answers}
          faults={faultsOf('form', draft.faults, null)}
          onChange={draft.fill}
        />
      )}
      {isOwnCall && !isDenying && (
        <Field label={words.remember} className="max-w-60">
          <Select value={remember} onChange={event => setRemember(event.target.value as Remember)}>
            {Object.entries(words.remembers).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {isDenying && (
        <TextArea
          rows={2}
          maxLength={2_000}
          dir="auto"
          aria-label={approvalWords.reason}
          placeholder={approvalWords.reason}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isDenying ? (
          <>
            <Button
              look="danger"
              isBusy={isBusy}
              onClick={() => void decide({ decision: 'deny', note: reason.trim() || null })}
            >
              {approvalWords.deny}
            </Button>
            <Button onClick={() => setDenying(false)}>{approvalWords.back}</Button>
          </>
        ) : (
          <>
            <Button look="primary" isBusy={isBusy} onClick={approve} className="max-md:h-11 max-md:flex-1">
              {draft.isChanged ? approvalWords.approveChanged : approvalWords.approve}
            </Button>
            <Button disabled={isBusy} onClick={() => setDenying(true)} className="max-md:h-11 max-md:flex-1">
              {approvalWords.deny}
            </Button>
            {canEdit && (
              <Button look="quiet" onClick={() => draft.edit(!draft.isEditing)}>
                {draft.isEditing ? approvalWords.keepArguments : approvalWords.editArguments}
              </Button>
            )}
          </>
        )}
      </div>
    </>
  )
}
