// Times: "1 hour and 30 minutes". Exactly the milliseconds that they are.
import type { Cursor } from './cursor.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

export function writeDuration(ms: number): string {
  let left = ms
  const said = units.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`]
  })
  return said.length === 0 ? '0 milliseconds' : said.join(' and ')
}

const count = /\d{1,12}/y

/** Larger units first, each once. */
export function readDuration(cursor: Cursor): number {
  let ms = 0
  let next = 0
  do {
    const start = cursor.at
    const digits = cursor.match(count)
    if (digits === null) cursor.fail('a time, as 5 minutes')
    cursor.mark('literal', start)
    const at = units.findIndex(([unit], index) => index >= next && cursor.startsWith(` ${unit}`))
    if (at === -1)
      cursor.fail(
        `one of ${units
          .slice(next)
          .map(([unit]) => `${unit}s`)
          .join(', ')}`,
      )
    const [unit, size] = units[at]!
    cursor.expect(` ${unit}`)
    cursor.take('s')
    ms += Number(digits) * size
    next = at + 1
  } while (cursor.take(' and '))
  return ms
}
