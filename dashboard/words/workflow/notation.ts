// Texts of the plan as its notation.

export const words = {
  label: 'Notation of the plan',
  hint: 'What stands here is what runs. Ctrl and Space says how it can go on; Escape, then Tab leaves it.',
  hintToRead: 'What stands here is what runs.',
  placeholder: '1. Call http_get with url: "https://example.com".',
  copy: 'Copy the notation',
  problems: 'What is to be mended in the notation',
  giveUp: 'Back to the last plan',
  noSteps: 'A plan has at least one step.',
  renumber: 'Number the steps anew',
  at: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  atLine: (line: number, message: string) => `Line ${line}: ${message}`,
  stays: (faults: number) =>
    `The notation is not a plan yet: ${faults === 1 ? '1 thing is' : `${faults} things are`} to be mended before the other views can show it. Nothing is lost.`,
  toMend: (faults: number) =>
    faults === 1 ? '1 thing to mend in the notation' : `${faults} things to mend in the notation`,
} as const
