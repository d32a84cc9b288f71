// The theme: what the person chose, else what the system says. Kept for the next visit; applied to the root
// element before anything is shown.
import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'troupe-theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let theme = readTheme()

export function applyTheme(): void {
  const isDark = theme === 'dark' || (theme === 'system' && system.matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

system.addEventListener('change', applyTheme)

export function chooseTheme(next: Theme): void {
  theme = next
  localStorage.setItem(kept, next)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => theme,
  )
}

function readTheme(): Theme {
  const value = localStorage.getItem(kept)
  return themes.find(each => each === value) ?? 'system'
}
