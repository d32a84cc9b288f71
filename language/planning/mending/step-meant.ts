// The step that a name means: by its id, in any case and with any separators, by the tool that it alone
// calls, or by its kind where it is the only one.
import { onlyMeant, plain } from './draft.ts'

export interface NamedStep {
  readonly id: string
  readonly kind: string
  /** Null where it calls none. */
  readonly tool: string | null
  readonly server: string | null
}

/**
 * The id, or null: none, or several.
 * @param isWord it stands alone, so that the word of a kind may be any word
 */
export function stepMeant(said: string, steps: readonly NamedStep[], isWord = false): string | null {
  const byId = onlyMeant(said, [...new Set(steps.map(({ id }) => id))])
  if (byId !== null) return byId
  const sought = plain(said)
  const calling = steps.filter(
    ({ tool, server }) => tool !== null && [plain(tool), plain(`${server ?? ''}${tool}`)].includes(sought),
  )
  if (calling.length > 0) return calling.length === 1 ? calling[0]!.id : null
  const ofKind = sought === 'tool' || isWord ? [] : steps.filter(({ kind }) => kind === sought)
  return ofKind.length === 1 ? ofKind[0]!.id : null
}
