// What a user can make the service compute, as functions of recipes: each function of expressions, each
// pure built-in tool, patterns and schemas.
import { budgets, OverBudget, within } from '../../domain/budgets/budget.ts'
import { compilePattern, PatternError } from '../../domain/budgets/pattern.ts'
import { ExpressionError } from '../../domain/expression/budget.ts'
import { type Computed, compileExpression } from '../../domain/expression/expression.ts'
import { functions } from '../../domain/expression/functions.ts'
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import { compileSchema } from '../../domain/schema/schema-check.ts'
import { SchemaError } from '../../domain/schema/schema-error.ts'
import { quickly } from '../../language/thinking/quickly.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { type PureTool, ToolFailure } from '../../rpc/builtin/tool.ts'
import type { Random } from '../simulation/random.ts'
import { anyRecipe, changed, type Recipe, shapesFor, valueFrom } from './inputs.ts'

/** Names of arguments with their recipes. */
export type Recipes = { readonly [name: string]: Recipe }

export interface Target {
  readonly name: string
  begin(random: Random): Recipes
  /** Single computations, with their values made; each throws what is nobody's fault but ours. */
  prepare(recipes: Recipes): readonly (() => void)[]
}

export const targets: readonly Target[] = [
  ...Object.keys(functions).map(functionTarget),
  ...['inputs.a == inputs.b', 'inputs.a < inputs.b', 'inputs.a + inputs.b', 'inputs.a in inputs.b'].map(
    operatorTarget,
  ),
  ...builtinTools.filter(tool => tool.effect === 'pure').map(tool => toolTarget(tool as PureTool)),
  patternTarget(),
  ...['enum', 'pattern', 'uniqueItems', 'anyOf', 'patternProperties', 'const', 'contains', '$ref'].map(
    schemaTarget,
  ),
]

export function mutated(recipes: Recipes, random: Random): Recipes {
  const names = Object.keys(recipes)
  if (names.length === 0) return recipes
  const name = random.pick(names)
  return { ...recipes, [name]: changed(recipes[name]!, random) }
}

/** The function; and again for every item of a list, until the budget is spent. */
function functionTarget(name: string): Target {
  const { parameters } = functions[name]!
  const names = parameters.map((_, index) => `inputs.${'abcd'[index]}`)
  return expressionTarget(name, `${name}(${names.join(', ')})`, parameters.map(typeSchema))
}

function operatorTarget(source: string): Target {
  return expressionTarget(source, source, [{}, {}])
}

function expressionTarget(name: string, source: string, parameters: readonly JsonSchema[]): Target {
  const once = compileExpression(source)
  const often = compileExpression(`inputs.list.map(x, default(${source}, 1) == 1 || true)`)
  return {
    name,
    begin: random =>
      Object.fromEntries(
        parameters.map((schema, index) => ['abc'[index]!, anyRecipe(random, random.pick(shapesFor(schema)))]),
      ),
    prepare(recipes) {
      const inputs = { ...valuesOf(recipes), list: thousands }
      return [once, often].map(expression => () => evaluate(expression, inputs))
    },
  }
}

const thousands = Array.from({ length: 100_000 }, (_, index) => index)

function evaluate(expression: Computed, inputs: JsonObject): void {
  try {
    expression.evaluate({ inputs, steps: {}, now: 0 })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
  }
}

function typeSchema(type: string): JsonSchema {
  const types: Readonly<Record<string, string>> = {
    text: 'string',
    list: 'array',
    map: 'object',
    number: 'number',
  }
  return types[type] === undefined ? {} : { type: types[type]! }
}

function toolTarget(tool: PureTool): Target {
  const properties = tool.inputSchema['properties'] as { readonly [name: string]: JsonSchema }
  const entries = Object.entries(properties)
  const fixed = entries.filter(([, { enum: options, type }]) => options !== undefined || type === 'boolean')
  const open = entries.filter(entry => !fixed.includes(entry))
  const check = compileSchema(tool.inputSchema)
  return {
    name: tool.name,
    begin: random =>
      Object.fromEntries(
        open.map(([name, schema]) => [name, anyRecipe(random, random.pick(shapesFor(schema)))]),
      ),
    prepare(recipes) {
      const args: Record<string, Json> = { ...valuesOf(recipes) }
      for (const [name, { enum: options }] of fixed) {
        args[name] =
          options === undefined ? true : (options as string[])[size(recipes) % (options as string[]).length]!
      }
      // Otherwise few inputs would name a field that is there.
      if (typeof args['field'] === 'string' && args['field'].length < 3) args['field'] = 'total'
      const fits = check(args) === null
      return fits ? [() => runTool(tool, args)] : []
    },
  }
}

function size(recipes: Recipes): number {
  return Object.values(recipes).reduce((sum, { count, repeats }) => sum + count + repeats, 0)
}

function runTool(tool: PureTool, args: JsonObject): void {
  try {
    // What takes longer leaves the host (rpc/pure-calls.ts).
    quickly(() => tool.run(args), budgets.decision)
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
  }
}

function patternTarget(): Target {
  return {
    name: 'a pattern of a schema',
    begin: random => ({ pattern: anyRecipe(random, 'text'), text: anyRecipe(random, 'text') }),
    prepare({ pattern, text }) {
      const source = String(valueFrom({ ...pattern!, repeats: pattern!.repeats % 300 })).slice(0, 1_000)
      const searched = String(valueFrom(text!))
      const run = () => {
        try {
          within(budgets.expression, () => {
            const compiled = compilePattern(source)
            for (const _ of compiled.matches(searched)) compiled.isFoundIn('a')
          })
        } catch (error) {
          if (!(error instanceof PatternError || error instanceof OverBudget)) throw error
        }
      }
      return [run]
    },
  }
}

/** A schema whose keyword is as large as the recipe, and a list of values that it is held against. */
function schemaTarget(keyword: string): Target {
  return {
    name: `the keyword ${keyword}`,
    begin: random => ({ size: anyRecipe(random, 'list'), value: anyRecipe(random) }),
    prepare({ size, value }) {
      const items = schemaOf(keyword, valueFrom(size!) as readonly Json[])
      const schema = { type: ['array', 'object', 'string', 'number'], items, additionalProperties: items }
      const found = valueFrom(value!)
      const run = () => {
        try {
          compileSchema(schema)(found)
        } catch (error) {
          if (!(error instanceof SchemaError)) throw error
        }
      }
      return [run]
    },
  }
}

export function schemaOf(keyword: string, list: readonly Json[]): JsonSchema {
  // A schema has 64 KiB at most.
  const texts = list
    .slice(0, 3_000)
    .map(item => String(item).slice(0, Math.max(1, Math.floor(40_000 / list.length))))
  switch (keyword) {
    case 'enum':
      return { enum: texts }
    case 'const':
      return { const: texts }
    case 'uniqueItems':
      return { uniqueItems: true, type: 'string' }
    case 'pattern':
      return { allOf: texts.slice(0, 300).map(pattern => ({ pattern })) }
    case 'patternProperties':
      return { patternProperties: Object.fromEntries(texts.slice(0, 300).map(text => [text, {}])) }
    case 'contains':
      return { contains: { enum: texts } }
    case '$ref': {
      // Each definition names the next one twice.
      const next = (index: number) => ({ $ref: `#/items/$defs/d${index + 1}` })
      const defs = texts.slice(0, 60).map((_, index) => [`d${index}`, { allOf: [next(index), next(index)] }])
      return { $defs: { ...Object.fromEntries(defs), [`d${defs.length}`]: {} }, $ref: '#/items/$defs/d0' }
    }
    default:
      return { anyOf: texts.slice(0, 300).map(text => ({ required: [text], minLength: 3 })) }
  }
}

function valuesOf(recipes: Recipes): JsonObject {
  return Object.fromEntries(Object.entries(recipes).map(([name, recipe]) => [name, valueFrom(recipe)]))
}
