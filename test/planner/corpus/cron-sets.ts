// Two cron lines say the same when they name the same minutes, hours, days, months and weekdays.

const months = ['', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const fields = [
  { first: 0, last: 59, names: [] },
  { first: 0, last: 23, names: [] },
  { first: 1, last: 31, names: [] },
  { first: 1, last: 12, names: months },
  { first: 0, last: 6, names: weekdays },
]
type Field = (typeof fields)[number]

/** What the five fields name, as one text that can be compared. A sixth field before them must be 0. */
export function cronSets(line: string | undefined): string {
  let said = (line ?? '').trim().toUpperCase().split(/\s+/)
  if (said.length === 6 && said[0] === '0') said = said.slice(1)
  if (said.length !== fields.length) return `not five fields: ${line}`
  return said
    .map((text, n) => {
      const named = text.split(',').flatMap(part => namedBy(part, fields[n]!))
      return [...new Set(named)].sort((a, b) => a - b).join(',') || text
    })
    .join(' ')
}

function namedBy(part: string, field: Field): number[] {
  const [range = '', step] = part.split('/')
  const { first, last, names } = field
  const isWeekday = names === weekdays
  const numberOf = (text: string) => (names.includes(text) ? names.indexOf(text) : Number(text))
  const all = range === '*' || range === '?'
  const [from, to = step ? last : from] = all ? [first, last] : range.split('-').map(numberOf)
  // FRI-MON goes over the end of the week, and Sunday is 0 and 7.
  const end = isWeekday && to! < from! ? to! + 7 : to!
  const found: number[] = []
  for (let n = from!; n <= end; n += Math.max(1, Number(step ?? 1) || 1)) found.push(isWeekday ? n % 7 : n)
  return found
}
