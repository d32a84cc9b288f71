// The box that begins a workflow: what is typed here goes on in the editor. Enter goes there, Shift-Enter
// begins a line.
import { useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { words } from '../../words/home.ts'

/** Characters that an address holds (pages/workflows/search.ts). */
const longestPrompt = 20_000

export function Describe({ className, rows = 2 }: { readonly className?: string; readonly rows?: number }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  function write(event?: FormEvent): void {
    event?.preventDefault()
    const prompt = text.trim()
    void navigate({ to: '/workflows/new', search: prompt === '' ? {} : { prompt } })
  }
  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    write()
  }
  return (
    <form
      onSubmit={write}
      className={cx(
        'rounded-lg border border-strong bg-raised p-2 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent',
        className,
      )}
    >
      <textarea
        aria-label={words.describeLabel}
        placeholder={`${words.describe}\n${words.describeExample}`}
        rows={rows}
        maxLength={longestPrompt}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-60 min-h-12 w-full resize-none bg-transparent px-2 py-1 text-base outline-none"
      />
      <div className="flex justify-end">
        <Button type="submit" look="primary">
          {words.write}
          <ArrowRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        </Button>
      </div>
    </form>
  )
}
