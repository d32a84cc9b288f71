// What the runner prints: a line of totals, tables, and each prompt that is worth a look.
import type { Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { type Figures, figuresOf, labelOf, type TableRow } from './figures.ts'
import type { Judged } from './judge.ts'

export function totalsLine(name: string, figures: Figures, hasFixes = false): string {
  const { right, doable, fixed } = figures
  const parts = [
    `right ${right}/${doable} doable (${percent(right, doable)})`,
    `rightly refused ${figures.rightlyRefused}/${figures.toRefuse}`,
    `refused wrongly ${figures.refusedWrongly}`,
    `silently wrong ${figures.silentlyWrong - figures.readyNotRefused}`,
    `ready but should be refused ${figures.readyNotRefused}`,
    `fallen out ${figures.fallenOut} (do-or-refuse, refused)`,
    ...(figures.errors > 0 ? [`ERRORS ${figures.errors}`] : []),
    ...(figures.rightAsFarAsSeen > 0 ? [`right as far as seen ${figures.rightAsFarAsSeen}`] : []),
    ...(hasFixes
      ? [`right with the first fix too ${right + fixed} (${percent(right + fixed, doable)})`]
      : []),
  ]
  return `${name}: ${parts.join(', ')}`
}

export function tableLines(title: string, rows: readonly TableRow[]): readonly string[] {
  const width = Math.max(title.length, ...rows.map(({ name }) => name.length)) + 2
  const lines = rows.map(({ name, right, doable, wrong }) => {
    const share = `${`${right}/${doable}`.padStart(9)} ${percent(right, doable).padStart(6)}`
    return `${name.padEnd(width)}${share}${String(wrong || '').padStart(8)}`
  })
  return [`${title.padEnd(width)}right/doable     silently wrong`, ...lines]
}

/** One line for a prompt. */
export function shortLine(judged: Judged): string {
  const { prompt, why } = judged
  const told = why === '' ? '' : `  <- ${cut(why, 300)}`
  return `${nameOf(judged).padEnd(12)} ${labelOf(judged).padEnd(18)} ${cut(prompt.prompt, 90)}${told}`
}

/** Everything about a prompt. */
export function longLines(judged: Judged): readonly string[] {
  const { prompt, why, compilation } = judged
  const diagnostics = compilation?.diagnostics ?? []
  return [
    `${nameOf(judged)}: ${labelOf(judged)} (expect: ${prompt.expect}${prompt.why === undefined ? '' : `, ${prompt.why}`})`,
    ...prompt.prompt.split('\n').map(line => `    | ${line}`),
    `    why: ${why}`,
    ...diagnostics.map(({ severity, code, path, span, message }) => {
      const words = span === null ? '' : ` "${cut(prompt.prompt.slice(...span), 60)}"`
      return `    ${severity} ${code}${path === null ? '' : ` ${path}`}${words}: ${message}`
    }),
    ...(compilation?.schedule ? [`    schedule: ${JSON.stringify(compilation.schedule)}`] : []),
    ...(compilation ? [`    plan: ${JSON.stringify(shortPlan(compilation.plan))}`] : []),
    '',
  ]
}

/** Milliseconds of planning, and the prompts that took longest. */
export function timeLines(all: readonly Judged[]): readonly string[] {
  const slowest = all.toSorted((a, b) => b.planningMs - a.planningMs)
  const times = slowest.map(({ planningMs }) => planningMs).reverse()
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const [median, p95, most] = [at(0.5), at(0.95), at(1)].map(ms => ms.toFixed(1))
  return [
    `planning, ms: median ${median}, p95 ${p95}, max ${most}`,
    ...slowest.map(
      judged =>
        `${judged.planningMs.toFixed(1).padStart(8)} ${nameOf(judged).padEnd(12)} ${cut(judged.prompt.prompt, 80)}`,
    ),
  ]
}

/** For --json. */
export function jsonOf(all: readonly (Judged & { readonly slug: string })[]): object {
  const slugs = [...new Set(all.map(({ slug }) => slug))]
  const filesOf = (slug: string) => figuresOf(all.filter(judged => judged.slug === slug))
  return {
    total: figuresOf(all),
    domains: Object.fromEntries(slugs.map(slug => [slug, filesOf(slug)])),
    prompts: all.map(judged => {
      const { prompt, compilation, ...rest } = judged
      const { plan, diagnostics, schedule, status } = compilation ?? {}
      return { ...prompt, ...rest, label: labelOf(judged), status, diagnostics, plan, schedule }
    }),
  }
}

/** Without titles, spans and what the compiler adds. */
function shortPlan({ steps, ...rest }: Plan): object {
  const shorten = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(shorten)
    if (value === null || typeof value !== 'object') return value
    const isStep = 'kind' in value && 'id' in value
    const kept = Object.entries(value).filter(
      ([key]) => !isStep || !['title', 'span', 'effect'].includes(key),
    )
    return Object.fromEntries(kept.map(([key, each]) => [key, shorten(each as Json)]))
  }
  return { ...rest, steps: shorten(steps as unknown as Json) }
}

/** Its id; of a writing, with who wrote it. */
export function nameOf({ prompt }: Judged): string {
  const { writer } = prompt as { readonly writer?: string }
  return writer === undefined ? prompt.id : `${prompt.id}/${writer}`
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 100)} %`
}

function cut(text: string, length: number): string {
  return text.replace(/\s+/g, ' ').slice(0, length)
}
