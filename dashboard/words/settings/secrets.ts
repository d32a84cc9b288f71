// Texts around secrets that are shown once.

export const words = {
  once: 'Copy it now. Troupe keeps no readable copy, and never shows it again.',
  done: 'I have copied it',
} as const
