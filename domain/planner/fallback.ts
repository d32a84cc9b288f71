// What speaks against a plan of the first reader, which goes before the grammar for now: a method that is
// said and not sent, a word taken for a field or a name.
import type { Diagnostic, Step } from '../plan/plan.ts'
import { isGeneralWord } from './lexicon/words.ts'

/** @returns what speaks against the plan; null: nothing */
export function doubtIn(prompt: string, steps: readonly Step[]): Diagnostic | null {
  const spoken = prompt.replace(/"[^"]*"|“[^”]*”|`[^`]*`|\{\{[^}]*\}\}|https?:\/\/\S+/g, ' ')
  const all = allOf(steps)
  const json = JSON.stringify(steps, (key, value) =>
    key === 'title' || key === 'message' ? undefined : value,
  )
  const methods = spoken.match(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b/g) ?? []
  const isDropped = methods.some(method => method !== 'GET' && !json.includes(`"method":"${method}"`))
  const [field] = [...json.matchAll(/\.([a-z]+)\b(?!\()/gi)].filter(
    ([, name]) => isGeneralWord(name!) && !new RegExp(`\\.${name}\\b`).test(prompt),
  )
  const strange = all.find(step => step.kind === 'set' && !isGivenName(spoken, step.id))
  // Lines that begin so were taken for comments.
  const isSkipped = /^\s*(?:[-*•]|\d{1,3}[.)])?\s*#\w/m.test(prompt)
  const isAddress = /"url":"[^"/]*@/.test(json)
  const isMixed = all.some(
    step => step.kind === 'if' && step.cases.some(({ when }) => when.includes('||') && when.includes('&&')),
  )
  const isGap = /"[^"]*(?:<[a-z][\w .-]*>(?![^"]*<\/)|(?<![{$])\{[a-z][\w .-]*\}(?!\}))[^"]*"/i.test(prompt)
  if (isDropped || field !== undefined || isSkipped || isAddress || isMixed || isGap || isGateLost(steps))
    return problem(steps[0])
  return strange === undefined ? null : problem(strange)
}

/**
 * What follows "if it is denied, ..." is for the approved: where it stands beside that condition, a gate is
 * lost.
 */
function isGateLost(steps: readonly Step[]): boolean {
  const at = steps.findIndex(
    step =>
      step.kind === 'if' &&
      step.else === undefined &&
      step.cases.some(({ when }) => /^!\(?steps\.\w+\.approved/.test(when)),
  )
  const denied = steps[at]
  const ends =
    denied?.kind === 'if' &&
    denied.cases.every(({ steps: inner }) => /^(?:return|fail)$/.test(inner.at(-1)?.kind ?? ''))
  return at !== -1 && !ends && steps.slice(at + 1).some(({ kind }) => kind === 'tool')
}

/** The author says that it is a name: "save it as total", "call it total", "set total to 5". */
function isGivenName(spoken: string, id: string): boolean {
  const words = id
    .split('_')
    .filter(word => !/^\d*$/.test(word))
    .join('[\\s_-]+')
  if (/^(nothing|value|set)$/.test(words)) return true
  return new RegExp(
    `\\b(?:as|(?:call|name)(?:\\s+\\S+){1,3}|set|let|to|into|named|called|remember|variable)\\s+(?:the\\s+|an?\\s+)?${words}\\b`,
    'i',
  ).test(spoken)
}

function allOf(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap(step => {
    if (step.kind === 'if')
      return [step, ...step.cases.flatMap(each => allOf(each.steps)), ...allOf(step.else ?? [])]
    if (step.kind === 'foreach') return [step, ...allOf(step.steps)]
    if (step.kind === 'parallel') return [step, ...step.branches.flatMap(branch => allOf(branch.steps))]
    if (step.kind === 'tool' && typeof step.onError === 'object') return [step, ...allOf(step.onError.steps)]
    return [step]
  })
}

function problem(step: Step | undefined): Diagnostic {
  const message = 'this is not understood for sure: say it another way, or name the tool in backticks'
  return { code: 'UNREAD_WORDS', severity: 'error', path: null, span: step?.span ?? null, message }
}
