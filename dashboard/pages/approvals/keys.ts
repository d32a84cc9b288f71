// Keys of the page of decisions. Never while somebody types, holds a key down, or has a dialog open: a
// decision by mistake cannot be taken back.
import { useEffect } from 'react'
import { isTyping } from '../../app/shell/shortcuts.ts'

export function useKeys(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('[role=dialog], [role=menu]') !== null) return
      const act = acts[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
