// Keys that work everywhere: Ctrl-K, `/` for the search of the page (`data-search`), `?`. Never while one
// types.
import { useEffect } from 'react'

export function useShortcuts({
  search,
  keys,
}: {
  readonly search: () => void
  readonly keys: () => void
}): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        search()
      } else if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      else if (event.key === '?') keys()
      else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('[data-search]')
        if (field === null) return
        event.preventDefault()
        field.focus()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** Does the key go into a text? */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable=true]') !== null
  )
}
