// Reports texts in which something was left to fill in: `{{inputs.name}}`, `${order.total}`, `{id}`, `<Your
// name>`, `$inputs.name`, or a text that is nothing but the path of a value. A plan takes texts as they
// stand, so the placeholder itself would be sent. What can only be a slip is an error, what may be meant is a
// question. Called by domain/compiler/compiler.ts.
import { splitTemplate } from '../expression/template.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { own } from '../own.ts'
import { sourcesOf } from '../plan/blocks/sources.ts'
import type { Step } from '../plan/plan.ts'
import type { HubTool } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'
import type { Scope } from './scope.ts'

/** @param tool of a tool step, where it is known: it may take texts that are templates themselves */
export function checkPlaceholders(step: Step, scope: Scope, tool: HubTool | null, pass: Pass): void {
  for (const source of sourcesOf(step)) {
    if (!('argument' in source) || (tool !== null && takesTemplates(tool, source.field))) continue
    for (const { text, isTemplate } of textsOf(source.argument))
      checkText(step, source.field, text, isTemplate, scope, pass)
  }
}

interface Text {
  readonly text: string
  /** A part of `{"$t"}`: `${...}` in it has been read. */
  readonly isTemplate: boolean
}

function textsOf(value: Json): readonly Text[] {
  if (typeof value === 'string') return [{ text: value, isTemplate: false }]
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value as JsonObject)
  const [[key, source] = ['', null]] = entries
  if (!Array.isArray(value) && entries.length === 1) {
    if (key === '$' || key === '$secret') return []
    if (key === '$t' && typeof source === 'string') return templateTexts(source)
  }
  return entries.flatMap(([, part]) => textsOf(part))
}

function templateTexts(template: string): readonly Text[] {
  try {
    return splitTemplate(template).flatMap(part =>
      part.type === 'text' ? [{ text: part.text, isTemplate: true }] : [],
    )
  } catch {
    // Reported as an expression that cannot be read.
    return []
  }
}

/** Longer texts are documents, and what looks like a placeholder in them is theirs. */
const longest = 20_000

function checkText(
  step: Step,
  field: string,
  text: string,
  isTemplate: boolean,
  scope: Scope,
  pass: Pass,
): void {
  if (text.length > longest) return
  const bare = text.trim()
  const path = bare.startsWith('$') ? bare.slice(1) : bare
  if (!isTemplate && isKnownPath(path, scope)) {
    const message = `${step.id}.${field}: the text ${JSON.stringify(bare)} is sent as it stands; write {"$": ${JSON.stringify(path)}} for the value, {"$": "'${bare}'"} for the text`
    return pass.report(step, 'PLACEHOLDER', field, message)
  }
  for (const [whole, found] of bracesIn(text, isTemplate)) {
    const instead = isTemplate ? `\${${found}}` : `{"$t": "...\${${found}}..."}`
    const message = `${step.id}.${field}: ${whole} in a text is sent as it stands; write ${instead} for a value`
    return pass.report(step, 'PLACEHOLDER', field, message)
  }
  const left = leftIn(text, scope)
  if (left === null) return
  const message = `${step.id}.${field}: ${left.shown} looks like something to fill in, and is sent as it stands; write \${...} in {"$t": ...} for a value`
  if (left.isKnown) pass.report(step, 'PLACEHOLDER', field, message)
  else pass.ask(step, 'PLACEHOLDER', field, message)
}

/** `steps.orders.total`, `inputs.name`, `order.id` of a loop. */
function isKnownPath(text: string, scope: Scope): boolean {
  const [, name = '', next] = /^([A-Za-z_]\w*)(?:\.(\w+)|\[\d+\])(?:\.\w+|\[\d+\])*$/.exec(text) ?? []
  if (name === 'steps') return next !== undefined && scope.steps.has(next)
  return name === 'inputs' || (name !== 'now' && scope.names.has(name))
}

/** `{{ inputs.name }}`, and in a plain text `${...}`: in whole, and what is inside. */
function bracesIn(text: string, isTemplate: boolean): readonly (readonly [string, string])[] {
  const pattern = isTemplate ? /\{\{\s*([^{}]{1,200}?)\s*\}\}/g : /(?:\{\{|\$\{)\s*([^{}]{1,200}?)\s*\}\}?/g
  return [...text.matchAll(pattern)].slice(0, 1).map(([whole, inside = '']) => [whole, inside] as const)
}

/** Names of elements, so that a page is no form to fill in. */
const elements =
  /^\/?(?:a|abbr|b|big|blockquote|body|br|button|center|code|col|dd|div|dl|dt|em|font|footer|form|h[1-6]|head|header|hr|html|i|img|input|label|li|link|main|mark|meta|nav|ol|option|p|pre|q|s|section|select|small|span|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|title|tr|u|ul|video|xml)$/i

function leftIn(text: string, scope: Scope): { shown: string; isKnown: boolean } | null {
  for (const [shown, inside = ''] of text.matchAll(/\{([A-Za-z_][\w. ]{0,60})\}/g)) {
    const isKnown = isKnownPath(inside, scope) || isUrl(text)
    return { shown, isKnown }
  }
  for (const [shown, inside = ''] of text.matchAll(/<([A-Za-z][\w -]{0,60})>/g)) {
    if (elements.test(inside) || text.includes(`</${inside}>`)) continue
    return { shown, isKnown: false }
  }
  return null
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text)
}

/** Its name or its description says so: the tool fills in what the text leaves open. */
export function takesTemplates({ inputSchema }: HubTool, field: string): boolean {
  const [, name = ''] = /^args\.(.+)$/.exec(field) ?? []
  const schema = own((inputSchema['properties'] ?? {}) as JsonObject, name)
  const said = isObject(schema) ? `${name} ${schema['title'] ?? ''} ${schema['description'] ?? ''}` : name
  return /template|placeholder|liquid|mustache|handlebars|jinja|\{\{/i.test(said)
}
