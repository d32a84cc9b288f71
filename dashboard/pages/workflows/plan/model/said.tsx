// What a model said of its plan: what it took for granted, what is not in the plan, what it asks. Each is
// answered in place.
import { useId, useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { Input } from '../../../../parts/field.tsx'
import { words } from '../../../../words/planning.ts'
import type { Planned } from '../planned.ts'
import type { Planning, Revision } from '../planning.ts'

export interface SaidProps {
  readonly planned: Planned
  readonly isBusy: boolean
  readonly onRevise: (revision: Revision) => void
  readonly onAccept: Planning['accept']
}

export function Said({ planned, isBusy, onRevise, onAccept }: SaidProps) {
  const { assumptions = [], cannot = [], questions = [], plan } = planned
  return (
    <div className="flex flex-col gap-4 px-2.5 not-empty:mt-3 not-empty:border-t not-empty:pt-3">
      {questions.length > 0 && <Questions questions={questions} isBusy={isBusy} onRevise={onRevise} />}
      {cannot.length > 0 && (
        <section aria-label={words.cannot} className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{words.cannot}</h3>
          <ul className="flex flex-col gap-2">
            {cannot.map(({ words: said, why, nearest }, index) => (
              <li key={index} className="border-s-2 border-warn ps-2.5 text-sm">
                <q className="wrap-anywhere">{said}</q>
                <p className="text-dim">{words.why[why]}</p>
                {nearest !== null && (
                  <p className="wrap-anywhere text-dim first-letter:uppercase">{nearest}</p>
                )}
              </li>
            ))}
          </ul>
          {plan.steps.length > 0 && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button isBusy={isBusy} onClick={() => void onAccept()}>
                {words.without}
              </Button>
              <span className="text-xs text-dim">{words.withoutHint}</span>
            </div>
          )}
        </section>
      )}
      {assumptions.length > 0 && (
        <section aria-label={words.assumptions} className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{words.assumptions}</h3>
          <ul className="flex flex-col gap-2">
            {assumptions.map(({ text, options }, index) => (
              <li key={index} className="text-sm">
                <p className="wrap-anywhere">{text}</p>
                <Options
                  options={options}
                  label={words.couldBe}
                  isBusy={isBusy}
                  onTake={option => onRevise({ change: words.instead(text, option) })}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface OptionsProps {
  readonly options: readonly string[]
  readonly label?: string
  readonly isBusy: boolean
  readonly onTake: (option: string) => void
}

function Options({ options, label, isBusy, onTake }: OptionsProps) {
  if (options.length === 0) return null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-1.5">
      {label !== undefined && <span className="text-xs text-dim">{label}</span>}
      {options.map(option => (
        <button
          key={option}
          type="button"
          disabled={isBusy}
          className="max-w-full rounded-md border bg-page px-2 py-1 text-start text-sm wrap-anywhere hover:bg-hover disabled:opacity-55"
          onClick={() => onTake(option)}
        >
          {option}
        </button>
      ))}
    </div>
  )
}

interface QuestionsProps extends Pick<SaidProps, 'isBusy' | 'onRevise'> {
  readonly questions: NonNullable<Planned['questions']>
}

/** All of them at once: what is answered goes together, and what is left stays open. */
function Questions({ questions, isBusy, onRevise }: QuestionsProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const base = useId()
  const given = Object.entries(answers).filter(([, answer]) => answer.trim() !== '')
  return (
    <form
      aria-label={words.questions}
      className="flex flex-col gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (given.length > 0) onRevise({ answers: Object.fromEntries(given) })
      }}
    >
      <h3 className="text-sm font-semibold">{words.questions}</h3>
      {questions.map(({ id, text, options }, index) => {
        const field = `${base}-${index}`
        const fill = (answer: string) => setAnswers({ ...answers, [id]: answer })
        return (
          <div key={id} className="text-sm">
            <label htmlFor={field} className="wrap-anywhere">
              {text}
            </label>
            <Options options={options} isBusy={isBusy} onTake={fill} />
            <Input
              id={field}
              value={answers[id] ?? ''}
              maxLength={2_000}
              placeholder={words.yourAnswer}
              className="mt-1.5"
              onChange={event => fill(event.target.value)}
            />
          </div>
        )
      })}
      <div>
        <Button type="submit" isBusy={isBusy} disabled={given.length === 0}>
          {words.answer}
        </Button>
      </div>
    </form>
  )
}
