// Markdown of what others wrote: names, values of tools, errors. Nothing of it becomes a heading, a link, an
// image, HTML or the end of a block of code. The texts of answers are made with these.

import { shownLine } from '../../../../domain/shown/shown.ts'

const special = /[\\`*_{}[\]<>|~#&$!]/g

/** A text in one line, as it is written; what is hidden in it is escaped. */
export function plain(text: string, most = 300): string {
  const line = shownLine(text.replace(/[\s\u0085]+/g, ' ').trim())
  const cut = line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
  return cut
    .replace(special, sign => (sign === '<' ? '&lt;' : sign === '&' ? '&amp;' : `\\${sign}`))
    .replace(/^([-+=:]|\d+[.)])(?=\s)/, '\\$1')
}

export function strong(text: string, most = 120): string {
  return `**${plain(text, most)}**`
}

/** A block of code that its content cannot end. */
export function fenced(text: string, language = '', most = 4_000): string {
  const cut =
    text.length > most
      ? `${text.slice(0, most).toWellFormed()}\n… (${text.length - most} more characters)`
      : text
  const longest = Math.max(2, ...(cut.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${cut}\n${fence}`
}

export function table(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(headers), line(headers.map(() => '---')), ...rows.map(line)].join('\n')
}

export function bullets(lines: readonly string[]): string {
  return lines.map(line => `- ${line}`).join('\n')
}

/** An explanation of a plan, which has a number before each line: the same as a list. */
export function outlined(explanation: string, most = 60): string {
  const lines = explanation.split('\n').filter(line => line.trim() !== '')
  const shown = lines.slice(0, most).map(line => {
    const [, before = '', text = ''] = /^((?: *\d+\. )?)(.*)$/.exec(line)!
    return before + plain(text, 500)
  })
  return (lines.length > most ? [...shown, '', `… and ${lines.length - most} more lines`] : shown).join('\n')
}
