// What a run would do: its effects, its cost, its result.
import type { Answer } from '../../../../../http/client.ts'
import { Badge } from '../../../../parts/status.tsx'
import { Value } from '../../../../parts/value.tsx'
import { statusWords } from '../../../../words/statuses.ts'
import { words } from '../../../../words/write.ts'

export type DryRunAnswer = Answer<'POST /api/v1/workflows/dry-run'>
type Effect = DryRunAnswer['effects'][number]

export function DryRunResult({ run }: { readonly run: DryRunAnswer }) {
  const hasMadeUp = run.steps.some(({ source }) => source === 'made_up')
  return (
    <section aria-label={words.wouldBe} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold">{words.wouldBe}</h2>
        <span className="text-sm text-dim">
          {[
            words.wouldCost(run.cu),
            ...(run.effectsCount > 0 ? [words.effects(run.effectsCount)] : []),
            ...(run.reads > 0 ? [words.readsMade(run.reads)] : []),
          ].join(' · ')}
        </span>
      </div>
      {run.effects.length === 0 ? (
        <p className="text-sm text-dim">{words.noEffects}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {run.effects.map((effect, index) => (
            <li key={index}>
              <EffectLine effect={effect} />
            </li>
          ))}
        </ul>
      )}
      {hasMadeUp && <p className="text-xs text-dim">{words.madeUp}</p>}
      <p className="text-sm">{words.wouldEnd(statusWords(run.status).toLowerCase())}</p>
      {run.error !== null && <p className="text-sm text-bad">{run.error.message}</p>}
      {run.output !== null && <Value label={words.output} value={run.output} />}
    </section>
  )
}

function EffectLine({ effect }: { readonly effect: Effect }) {
  const { kind, name, effect: does, args, step } = effect
  const tone = does === 'destructive' ? 'bad' : does === 'write' || kind === 'approval' ? 'warn' : 'quiet'
  return (
    <details className="rounded-md border bg-raised px-3 py-2">
      <summary className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{words.kinds[kind]}</span>
        {name !== null && <code className="font-mono text-xs">{name}</code>}
        {kind === 'approval' && typeof args === 'string' && <span className="min-w-0">{args}</span>}
        {does !== null && <Badge tone={tone}>{words.effect[does]}</Badge>}
        <span className="ms-auto font-mono text-xs text-faint">{step}</span>
      </summary>
      {args !== null && (
        <div className="mt-2">
          <Value value={args} />
        </div>
      )}
    </details>
  )
}
