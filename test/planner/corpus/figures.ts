// Figures of many verdicts: totals, and tables by construct, style, persona, writer or meaning.
import type { Judged } from './judge.ts'

export interface Figures {
  readonly prompts: number
  /** Expected to be done, or done although they could have been refused. */
  readonly doable: number
  readonly right: number
  readonly rightAsFarAsSeen: number
  readonly toRefuse: number
  readonly rightlyRefused: number
  readonly refusedWrongly: number
  /** `do-or-refuse` that were refused: neither right nor wrong, so they fall out of the ratio. */
  readonly fallenOut: number
  /** Refused wrongly, and right with the first fix. */
  readonly fixed: number
  /** Those that are ready and should be refused among them. */
  readonly silentlyWrong: number
  readonly readyNotRefused: number
  readonly errors: number
}

export type Label =
  | 'right'
  | 'right, as seen'
  | 'right, refused'
  | 'refused'
  | 'refused, fine'
  | 'READY, not refused'
  | 'SILENTLY WRONG'
  | 'error'

export function labelOf({ prompt: { expect }, verdict, isReady, isPartly }: Judged): Label {
  if (verdict === 'refused')
    return expect === 'do' ? 'refused' : expect === 'refuse' ? 'right, refused' : 'refused, fine'
  if (verdict === 'silently wrong') return isReady ? 'READY, not refused' : 'SILENTLY WRONG'
  return verdict === 'right' && isPartly ? 'right, as seen' : verdict
}

/** Nothing to look at. */
export function isFine(judged: Judged): boolean {
  return ['right', 'right, refused', 'refused, fine'].includes(labelOf(judged))
}

export function isDoable({ prompt: { expect }, verdict }: Judged): boolean {
  return expect === 'do' || (expect === 'do-or-refuse' && verdict !== 'refused')
}

export function figuresOf(all: readonly Judged[]): Figures {
  const count = (label: Label) => all.filter(judged => labelOf(judged) === label).length
  const doable = all.filter(isDoable)
  return {
    prompts: all.length,
    doable: doable.length,
    right: doable.filter(({ verdict }) => verdict === 'right').length,
    rightAsFarAsSeen: count('right, as seen'),
    toRefuse: all.filter(({ prompt }) => prompt.expect === 'refuse').length,
    rightlyRefused: count('right, refused'),
    refusedWrongly: count('refused'),
    fallenOut: count('refused, fine'),
    fixed: doable.filter(({ verdict, fix }) => verdict === 'refused' && fix?.verdict === 'right').length,
    silentlyWrong: count('SILENTLY WRONG') + count('READY, not refused'),
    readyNotRefused: count('READY, not refused'),
    errors: count('error'),
  }
}

export interface TableRow {
  readonly name: string
  readonly right: number
  readonly doable: number
  readonly wrong: number
}

/**
 * Worst first. Only what is doable, and what is silently wrong.
 * @param namesOf the rows that a verdict belongs to
 */
export function tableOf(
  all: readonly Judged[],
  namesOf: (judged: Judged) => readonly string[],
): readonly TableRow[] {
  const named = all.flatMap(judged => namesOf(judged).map(name => ({ name, judged })))
  const rows = [...Map.groupBy(named, ({ name }) => name)].map(([name, members]) => {
    const { right, doable, silentlyWrong } = figuresOf(members.map(({ judged }) => judged))
    return { name, right, doable, wrong: silentlyWrong }
  })
  const share = ({ right, doable }: TableRow) => right / doable
  return rows
    .filter(({ doable, wrong }) => doable + wrong > 0)
    .sort((a, b) => share(a) - share(b) || b.doable - a.doable || (a.name < b.name ? -1 : 1))
}
