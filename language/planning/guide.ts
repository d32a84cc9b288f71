// The guide of the plan language for whoever writes plans without having seen one: a language model, an
// agent. Made from the tables that the language itself is made of, so that a kind or function that is added
// stands in it. A test holds it to its size and compiles its examples.

import { functions } from '../../domain/expression/functions.ts'
import { shapeOf } from '../../domain/expression/library/function-shapes.ts'
import type { Json } from '../../domain/json.ts'
import { planBounds } from '../../domain/plan/plan.ts'
import { blockGuides, blockKinds } from './block-guides.ts'

/** Tokens of the guide, at some four characters each. */
export const guideTokens = 4_000

export function planGuide(): string {
  return [
    values,
    `Functions, written f(x, y) or x.f(y); ? may be left out:\n${functionLines()}`,
    edges,
    `Kinds of steps, {"id", "kind", ...}:\n${kindLines()}`,
    common,
    starts,
    `Examples:\n${examples.map(each => JSON.stringify(each)).join('\n')}`,
  ].join('\n\n')
}

const values = `A plan is {"steps": [...], "start"?: [...], "inputs"?: JSON Schema of an object, with a type only where the request tells it, "outputSchema"?, "irVersion": 2}. At most ${planBounds.steps} steps, ${planBounds.depth} levels deep; ids are lower-case words with _, unique in the plan.
A value is JSON, in which {"$": "<CEL>"} is computed, {"$t": "text with \${<CEL>}"} is a text with values, and {"$secret": "<credential name>"} a stored secret. A plain text is sent as it stands: never write {{...}} or \${...} outside of {"$t"}.
CEL sees inputs.<name>, steps.<id> (outputs of earlier steps of the same list and of lists around it), loop variables, now (Unix ms). Of a block only its own output is seen outside. list.filter(x, cond), list.map(x, value), list.exists(x, cond), list.all(x, cond), cond ? a : b, in, + - * / %, == != < <= && || !, has(x.y), default(x.y, value), x.?y (null when missing, or when x is null), [1, 2], {"a": 1}. No arrows, no methods of JavaScript. "7" and 7 differ: number("7"); a text and a number do not add up: string(7). 7 / 2 is 3.5. type(x) is "text", "number", "bool", "list", "map" or "null". Texts are compared letter by letter: lower(x) where case does not count. A field that is not there is an error.`

const edges = `sum([]) is 0; avg, min, max, first, last of an empty list are errors: default(first(list), null). find gives null where nothing fits. A slice past the end is shorter; list[9] past the end is an error, as is a field of null; default(x.y.z, value) handles any of them, and null. sum takes numbers only. Records without the field come last in sortBy, count as nothing in sumBy. Dates are Unix ms; patterns are Unicode (EEEE is Monday).`

const common = `Every step may have: title; when (CEL; false skips it, output null); after (ids of steps that end first); timeoutMs; retry {"maxAttempts": 3, "pauseMs"?: ms, "on"?: "any"} (on: default "transient", which is out of reach or busy; "any" also what the tool itself answers as an error); onError "continue" (output null) or {"steps": [...]}, which see error {code, message, step, tool}; a tool step approval {"message", "assignees"?, "unless"?: CEL, "onDeny"?: "continue"}.
Steps run at once unless one reads the other. One that changes the world, asks a person, waits, or ends the run or the turn waits for all before it, and all after it wait for it. A step that fails, its when included, ends the run unless onError says else: "continue" gives null, {"steps"} what its last step gives; failed(steps.x) is true after both, skipped(steps.x) after a when that was false. maxAttempts counts the first call. A denial fails the step; with onDeny "continue" an approval step gives {"approved": false}, a tool step null. assignees: e-mail addresses, roles (viewer, member, admin, owner), {"$": CEL}.
Memory between runs, tools of the service: only_new {list, by: "id", onFail: "keep"|"release"} gives the items that no run had before; changed {key, value} gives {changed, before}; remember, recall, forget, count_up.`

const starts = `start, what begins a run: {"kind": "schedule", "cron": "0 9 * * 1-5", "timezone": "Europe/Berlin", "everyWeeks"?: 2, "from"?: "2026-12-07", "inputs"?: {}}, {"kind": "hook", "id": "new_order"} (a call to an address; its body fields are inputs), {"kind": "completion", "workflow": name, "on": "completed"|"failed"|"both"}. Without start it is run by hand or by API.`

function functionLines(): string {
  return Object.entries(functions)
    .map(([name, each]) => {
      const [, example] = /: (\w+\(.*)$/.exec(each.description) ?? []
      const line = shapeOf(name, each)
      return example === undefined ? line : `${line}, as ${example}`
    })
    .join('; ')
}

function kindLines(): string {
  return blockKinds
    .map(kind => {
      const { title, fields, output } = blockGuides[kind]
      return `${kind}: ${title}. ${fields}. Output: ${output}`.replaceAll('`', '')
    })
    .join('\n')
}

interface Example {
  readonly request: string
  readonly answer: Json
}

/** Of answers: the last one declines a part. The tools are nobody's. */
export const examples: readonly Example[] = [
  {
    request: 'Every weekday at 9 tell #ops how many orders are open.',
    answer: {
      plan: {
        irVersion: 2,
        start: [{ kind: 'schedule', cron: '0 9 * * 1-5', timezone: 'UTC' }],
        steps: [
          { id: 'orders', kind: 'tool', server: 'shop', tool: 'list_orders', args: { status: 'open' } },
          {
            ...{ id: 'tell', kind: 'tool', server: 'chat', tool: 'post' },
            args: { channel: '#ops', text: { $t: '${size(steps.orders.items)} orders are open.' } },
          },
        ],
      },
      quotes: { orders: 'how many orders are open', tell: 'tell #ops' },
      assumptions: [{ step: null, field: 'start', text: 'The time is in UTC.', options: [] }],
      name: 'Open orders to #ops',
    },
  },
  {
    request: 'For new complaints in the inbox, draft a reply that I approve before it is sent.',
    answer: {
      plan: {
        irVersion: 2,
        steps: [
          { id: 'mails', kind: 'tool', server: 'mail', tool: 'list_messages', args: { folder: 'inbox' } },
          {
            ...{ id: 'fresh', kind: 'tool', tool: 'only_new' },
            args: { list: { $: 'steps.mails.messages' }, by: 'id', onFail: 'release' },
          },
          {
            ...{ id: 'each', kind: 'foreach', over: 'steps.fresh', as: 'mail' },
            steps: [
              {
                ...{ id: 'about', kind: 'ask', question: 'Is this message a complaint?' },
                ...{ input: { $: 'mail.body' }, choices: ['complaint', 'other'] },
              },
              { id: 'skip', kind: 'next', when: 'steps.about != "complaint"' },
              {
                ...{ id: 'reply', kind: 'ask', question: 'Write a short, friendly reply to this complaint.' },
                input: { $: 'mail.body' },
              },
              {
                ...{ id: 'send', kind: 'tool', server: 'mail', tool: 'send' },
                args: {
                  to: { $: 'mail.from' },
                  subject: { $t: 'Re: ${mail.subject}' },
                  text: { $: 'steps.reply' },
                },
                approval: { message: { $t: 'Send this reply to ${mail.from}?' } },
              },
            ],
          },
        ],
      },
      quotes: {
        mails: 'in the inbox',
        fresh: 'new complaints',
        about: 'complaints',
        reply: 'draft a reply',
        send: 'that I approve before it is sent',
      },
      name: 'Replies to complaints',
    },
  },
  {
    request: 'Wait until the export 7 is ready, then store its address in the sheet, and call Ada.',
    answer: {
      plan: {
        irVersion: 2,
        steps: [
          {
            ...{ id: 'ready', kind: 'repeat', until: 'steps.job.status == "done"', most: 60, everyMs: 60000 },
            steps: [{ id: 'job', kind: 'tool', server: 'shop', tool: 'get_export', args: { id: '7' } }],
          },
          {
            ...{ id: 'store', kind: 'tool', server: 'sheets', tool: 'append_row' },
            args: { sheet: { $: 'inputs.sheet' }, values: { $: '[steps.ready.url]' } },
          },
        ],
      },
      quotes: { job: 'Wait until the export 7 is ready', store: 'store its address in the sheet' },
      assumptions: [
        { step: 'ready', field: 'everyMs', text: 'It looks every minute, for an hour.', options: [] },
      ],
      cannot: [
        { words: 'call Ada', why: 'no-tool', nearest: 'a tool that makes phone calls has to be connected' },
      ],
      questions: [{ id: 'sheet', text: 'Which sheet?', options: [] }],
      name: 'Address of export 7',
    },
  },
]
