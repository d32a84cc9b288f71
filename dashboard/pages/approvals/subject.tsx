// What is decided about: the arguments of a call, or what a model answered. Whoever may change it does so
// here, and sees the difference.
import { Button } from '../../parts/button.tsx'
import { words } from '../../words/approvals.ts'
import { Part, ToolSays } from './background.tsx'
import { AnswerEditor } from './draft/answer-editor.tsx'
import { formOf } from './draft/answer-fields.ts'
import { ArgumentEditor, ArgumentList, Changes, isArguments } from './draft/arguments.tsx'
import { type Draft, faultsOf } from './draft/use-draft.ts'
import { isReview } from './facts.ts'
import type { Refusal } from './use-decision.ts'
import type { Facts } from './use-facts.ts'

interface SubjectProps {
  readonly facts: Facts
  readonly draft: Draft
  readonly canEdit: boolean
  /** Nobody else has to approve it as well. */
  readonly isAlone: boolean
  readonly refusal: Refusal | null
}

export function Subject(props: SubjectProps) {
  const { facts, draft, canEdit, isAlone } = props
  const { args } = facts.approval
  const isAnswer = isReview(facts.approval)
  const says = isAnswer ? answerWords : argumentWords
  const isEditing = draft.isEditing && canEdit
  return (
    <>
      <Part
        title={says.title}
        lead={facts.tool && <ToolSays tool={facts.tool} />}
        actions={
          canEdit &&
          isAlone && (
            <Button look="quiet" onClick={() => draft.edit(!draft.isEditing)}>
              {draft.isEditing ? says.keep : says.edit}
            </Button>
          )
        }
      >
        {!isEditing && <ArgumentList args={args} />}
        {isEditing && (isAnswer ? <Answer {...props} /> : <Arguments {...props} />)}
        {canEdit && !isAlone && <p className="text-xs text-dim">{says.several}</p>}
      </Part>
      {draft.isChanged && canEdit && <Changes {...changed(draft, isAnswer)} title={words.changes} />}
    </>
  )
}

const argumentWords = {
  title: words.arguments,
  edit: words.editArguments,
  keep: words.keepArguments,
  several: words.noEditSeveral,
} as const

const answerWords = {
  title: words.review,
  edit: words.editAnswer,
  keep: words.keepAnswer,
  several: words.noReviewSeveral,
} as const

function Arguments({ facts, draft, refusal }: SubjectProps) {
  return (
    <ArgumentEditor
      asked={draft.asked}
      args={draft.args}
      schema={facts.tool?.inputSchema ?? null}
      faults={faultsOf('args', draft.faults, refusal)}
      onChange={draft.change}
    />
  )
}

/** Question and input stand above it as they were. */
function Answer({ facts, draft, refusal }: SubjectProps) {
  const { answer: asked, ...shown } = draft.asked
  return (
    <>
      <ArgumentList args={shown} />
      <AnswerEditor
        asked={asked}
        answer={draft.args['answer']}
        form={formOf(facts.step, draft.asked)}
        faults={faultsOf('args.answer', draft.faults, refusal)}
        onChange={(answer, field, fault) =>
          draft.change({ ...draft.args, answer }, field === '' ? 'answer' : `answer.${field}`, fault)
        }
      />
    </>
  )
}

/** Of an answer with fields, those that differ. */
function changed({ asked, args }: Draft, isAnswer: boolean) {
  const [before, after] = [asked['answer'], args['answer']]
  return isAnswer && isArguments(before) && isArguments(after)
    ? { asked: before, args: after }
    : { asked, args }
}
