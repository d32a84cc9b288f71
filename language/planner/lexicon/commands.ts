// Verbs that every workflow knows, whatever its tools: what is done to lists, values and the workflow itself.

export type Command =
  | 'get'
  | 'keep'
  | 'drop'
  | 'sort'
  | 'take'
  | 'count'
  | 'sum'
  | 'average'
  | 'min'
  | 'max'
  | 'group'
  | 'join'
  | 'return'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'round'
  | 'upper'
  | 'lower'
  | 'convert'
  | 'replace'
  | 'trim'
  | 'split'
  | 'parse'
  | 'set'
  | 'find'
  | 'unique'
  | 'do'
  | 'select'
  | 'calculate'
  | 'write'
  | 'make'

const lines: Readonly<Record<Command, string>> = {
  get: 'get|fetch|list|load|read|retrieve|take|look up|look at|look|find|check|pull|pull up|grab|show|collect|gather|query|see|go through|go over|run through|open|bring|use|start with|work through|consider|request|download|pick up|loop over|iterate over|obtain|review|scan|search|search for|look for|inspect|view|lookup',
  keep: 'keep|filter|retain|narrow down|only keep|limit|restrict|pick out|filter for',
  drop: 'leave out|drop|exclude|skip|ignore|throw away|throw out|filter out|discard|leave aside|remove|omit|take out|sort out|disregard|weed out',
  sort: 'sort|order|rank|arrange|put',
  take: 'take|keep|pick|choose|select|pull',
  find: 'find|determine|pick|identify|work out|figure out|find out|choose|select|look up|locate',
  count: 'count|count up|tally',
  sum: 'sum|sum up|add up|total|total up|tot up|add together|add',
  average: 'average',
  min: 'minimise',
  max: 'maximise',
  group: 'group|break down|split up|bucket',
  join: 'join|concatenate|combine|string together|glue|put together',
  return:
    'return|give|give back|output|tell|report|print|respond|answer|hand back|display|provide|deliver|send back|present|gimme',
  add: 'add|plus|increase|raise|push back|postpone',
  subtract: 'subtract|deduct|take away|decrease|reduce|minus|take off',
  multiply: 'multiply|times',
  divide: 'divide',
  round: 'round|round off',
  upper: 'uppercase|capitalise|capitalize',
  lower: 'lowercase',
  convert: 'convert|turn|change|transform|put|write|make',
  replace: 'replace|substitute|swap|change|exchange',
  trim: 'trim|strip|clean',
  split: 'split|split up|break up|cut|separate|divide',
  parse: 'parse|read|interpret|decode',
  set: 'set|store|save|remember|call',
  unique: 'deduplicate|dedupe|unify',
  do: 'do|perform|carry out|run|make',
  select: 'select|extract|pick|take|get|pull out|read',
  calculate: 'calculate|compute|work out|determine|figure out|evaluate',
  write: 'write|format|print',
  make: 'make|build|create|form|assemble|return|compose',
}

/** Verb in its base form to what it may mean. */
export const commands: ReadonlyMap<string, readonly Command[]> = (() => {
  const all = new Map<string, Command[]>()
  for (const [command, line] of Object.entries(lines) as [Command, string][]) {
    for (const verb of line.split('|')) all.set(verb, [...(all.get(verb) ?? []), command])
  }
  return all
})()

/** Verbs of several words, also of those that only tools have. */
export const phrasalVerbs: readonly (readonly string[])[] = [
  ...[...commands.keys()].filter(verb => verb.includes(' ')),
  'call off',
  'hand over',
  'roll out',
  'roll back',
  'set up',
  'sign off',
  'shut down',
  'switch off',
  'switch on',
  'turn off',
  'turn on',
  'write down',
  'send out',
  'send off',
  'pass on',
  'file away',
  'scale up',
  'scale down',
  'follow up',
  'check in',
  'check out',
  'close out',
  'reach out',
  'let know',
  'put in',
].map(verb => verb.split(' '))
