// Everything that the service computes from what a user chose the size or the shape of, and where its bound
// is. What stands on no list is a way for one user to stall the others: test/stall/computations.test.ts fails
// when a function of expressions, a built-in tool, a tool of ours that computes or a keyword of schemas is
// missing here, and `npm run stall` looks for the input that costs each of them most.

export interface Computation {
  readonly names: readonly string[]
  /**
   * `host`: in the thread of an actor, in a turn. `confined`: in a thread that can be ended, by a deadline, a
   * bound on its memory and a fair line of organizations (runtime/process/confined.ts). `main`: on the main
   * thread, in a time that does not depend on the shape of the input.
   */
  readonly runsIn: 'host' | 'confined' | 'main'
  /** What it pays from (budget.ts), or the bounds of its threads. */
  readonly bound: 'expression' | 'tool' | 'schema and check' | 'threads' | 'length'
}

export const expressionFunctions: Computation = {
  names: [
    ...['size', 'lower', 'upper', 'lowerAscii', 'upperAscii', 'trim', 'split', 'join', 'replace', 'contains'],
    ...['startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring', 'slice', 'matches', 'first', 'last'],
    ...[
      'sum',
      'min',
      'max',
      'round',
      'toFixed',
      'floor',
      'ceil',
      'abs',
      'sort',
      'reverse',
      'unique',
      'keys',
      'values',
    ],
    ...['json', 'parseJson', 'number', 'double', 'int', 'string', 'bool', 'type', 'nextClock', 'dyn'],
    ...['capitalize', 'truncate', 'words', 'lines', 'padStart', 'avg', 'sortBy', 'groupBy', 'flatten'],
    ...['date', 'formatDate', 'addTime', 'startOf', 'datePart', 'weekOfYear'],
    ...['matchGroups', 'replacePattern', 'isBlank', 'zip', 'chunk'],
    ...['find', 'toMap', 'sumBy', 'countBy', 'table', 'bullets'],
  ],
  runsIn: 'host',
  bound: 'expression',
}

/** Operators, and the loops of CEL: `all`, `exists`, `exists_one`, `map`, `filter`. */
export const expressionOperators: Computation = {
  names: ['==', '!=', 'in', '+', '-', '*', '/', '%', '<', '<=', '>', '>='],
  runsIn: 'host',
  bound: 'expression',
}

export const builtinTools: Computation = {
  names: [
    ...['json_select', 'json_build', 'json_parse', 'json_format', 'csv_parse', 'csv_format'],
    ...[
      'text_template',
      'text_split',
      'text_match',
      'text_replace',
      'text_case',
      'text_encode',
      'text_decode',
    ],
    ...['list_filter', 'list_sort', 'list_slice', 'list_unique', 'list_pick', 'list_group', 'list_join'],
    ...['list_merge', 'list_sum', 'list_average', 'list_minimum', 'list_maximum', 'list_count'],
    ...['html_to_text', 'date_parse', 'date_format', 'date_add', 'date_difference', 'number_format'],
    ...['calculate', 'hash_text'],
  ],
  // As long as that takes no more than a decision may; otherwise confined (rpc/pure-calls.ts).
  runsIn: 'host',
  bound: 'tool',
}

/** Of first-party servers: what computes, and calls nobody outside. */
export const firstPartyTools: Computation = {
  names: [
    ...['text-json__merge_json', 'text-json__parse_xml', 'text-json__validate_json'],
    ...['web__read_feed', 'web__read_page'],
  ],
  runsIn: 'host',
  bound: 'tool',
}

export const confinedTools: Computation = {
  names: [
    ...['calendar__create_calendar', 'calendar__list_events', 'calendar__parse_calendar'],
    ...['documents__create_html', 'documents__create_pdf', 'documents__render_template'],
    ...[
      'spreadsheet__read_csv',
      'spreadsheet__read_xlsx',
      'spreadsheet__write_csv',
      'spreadsheet__write_xlsx',
    ],
    ...['text-json__diff_json', 'text-json__format_yaml', 'text-json__markdown_to_html'],
    ...['text-json__parse_yaml', 'text-json__patch_json'],
  ],
  runsIn: 'confined',
  bound: 'threads',
}

/** Schemas of tools, of inputs and of forms (domain/schema/check/keywords.ts). */
export const schemaKeywords: Computation = {
  names: [
    ...['$anchor', '$defs', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$ref', 'additionalItems'],
    ...['additionalProperties', 'allOf', 'anyOf', 'const', 'contains', 'definitions', 'dependencies'],
    ...['dependentRequired', 'dependentSchemas', 'else', 'enum', 'exclusiveMaximum', 'exclusiveMinimum'],
    ...['format', 'if', 'items', 'maxContains', 'maxItems', 'maxLength', 'maxProperties', 'maximum'],
    ...['minContains', 'minItems', 'minLength', 'minProperties', 'minimum', 'multipleOf', 'not', 'oneOf'],
    ...['pattern', 'patternProperties', 'prefixItems', 'properties', 'propertyNames', 'required', 'then'],
    ...['type', 'unevaluatedItems', 'unevaluatedProperties', 'uniqueItems'],
  ],
  runsIn: 'host',
  bound: 'schema and check',
}

/** What the main thread asks threads for (language/thinking/work.ts). */
export const thinking: Computation = {
  names: ['plan', 'suggest', 'compile', 'check', 'search'],
  runsIn: 'confined',
  bound: 'threads',
}
