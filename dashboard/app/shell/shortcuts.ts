// Keys that work everywhere: Ctrl-K, `/` for the search of the page (`data-search`), `j` and `k` for its rows
// (`data-row`), `?`. Never while one types.
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
      else if (event.key === 'j' || event.key === 'k') goToRow(event)
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

/** A row that has the focus moves by itself; from elsewhere one comes to the first that is in sight. */
function goToRow(event: KeyboardEvent): void {
  if (event.defaultPrevented || document.querySelector('[role=dialog], [role=menu]') !== null) return
  const rows = [...document.querySelectorAll<HTMLElement>('#content [data-row]')]
  const inside = rows.findIndex(row => row.contains(document.activeElement))
  const inSight = rows.find(row => row.getBoundingClientRect().bottom > 0)
  const row = inside === -1 ? inSight : rows[inside + (event.key === 'j' ? 1 : -1)]
  if (row === undefined) return
  event.preventDefault()
  row.focus()
}

/** Does the key go into a text? */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable=true]') !== null
  )
}
