// What stands around a plan that was copied from somewhere: the mark of a file's encoding, the fence of a
// page or of a chat. The lines keep their numbers.

const opening = /^ *(`{3,})\w*\s*$/

/** @param lines of the whole text */
export function unwrapped(lines: readonly string[]): readonly string[] {
  const [first = '', ...others] = lines
  const marked = first.startsWith('\ufeff') ? [first.slice(1), ...others] : lines
  const start = marked.findIndex(isSaid)
  const end = marked.findLastIndex(isSaid)
  const [, fence] = opening.exec(marked[start] ?? '') ?? []
  if (fence === undefined || end === start || marked[end]!.trim() !== fence) return marked
  return marked.map((line, at) => (at === start || at === end ? '' : line))
}

function isSaid(line: string): boolean {
  return line.trim() !== ''
}
