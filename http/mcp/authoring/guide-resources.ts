// The resources that teach a model to write workflows: troupe://guide/prompts, troupe://guide/plans and one
// for each kind of block, troupe://guide/plans/<kind>. The same for every caller; resources.ts lists and
// reads them.
import type { WireResource } from '../../../rpc/surface/surface.ts'
import { type BlockKind, blockGuides, blockKinds, blockText, planGuide } from './plan-guide.ts'
import { promptGuide } from './prompt-guide.ts'

export const guideType = 'text/markdown'
const plansUri = 'troupe://guide/plans'

export const guideResources: readonly WireResource[] = [
  guide('troupe://guide/prompts', 'How to write a prompt: read this before you write a workflow'),
  guide(plansUri, 'How to write a plan as JSON, for what a prompt cannot say'),
  ...blockKinds.map(kind => guide(`${plansUri}/${kind}`, `Block ${kind}: ${blockGuides[kind].title}`)),
]

/** The text behind a URI; null: it is no guide. */
export function guideText(uri: string): string | null {
  if (uri === 'troupe://guide/prompts') return promptGuide
  if (uri === plansUri) return planGuide
  const kind = uri.startsWith(`${plansUri}/`) ? uri.slice(plansUri.length + 1) : ''
  return Object.hasOwn(blockGuides, kind) ? blockText(kind as BlockKind) : null
}

function guide(uri: string, title: string): WireResource {
  return { uri, name: uri.slice('troupe://'.length), title, mimeType: guideType }
}
