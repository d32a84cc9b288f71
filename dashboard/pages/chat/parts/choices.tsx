// Sentences to choose from: a click says one.
import { words } from '../../../words/chat.ts'

export function Choices({
  choices,
  onChoose,
}: {
  /** Title and message of each. */
  readonly choices: readonly (readonly [string, string])[]
  readonly onChoose: (message: string) => void
}) {
  return (
    <div role="group" aria-label={words.choices} className="flex flex-wrap gap-1.5">
      {choices.map(([title, message]) => (
        <button
          key={`${title} ${message}`}
          type="button"
          dir="auto"
          onClick={() => onChoose(message)}
          className="min-h-8 rounded-full border bg-raised px-3 py-1 text-start text-sm hover:bg-hover"
        >
          {title}
        </button>
      ))}
    </div>
  )
}
