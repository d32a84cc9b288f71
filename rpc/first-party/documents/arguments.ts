// Arguments that the document tools share: a template, its data, and the format of numbers and dates.
import type { JsonObject } from '../../../domain/json.ts'
import { anything, record, text } from '../../builtin/schema.ts'
import { checkedLocale, checkedZone } from '../locale.ts'

export interface TemplateArguments {
  readonly template: string
  readonly data?: JsonObject
  readonly locale?: string
  readonly timezone?: string
}

export const templateArguments = {
  template: text(
    'Template',
    'Liquid: {{ customer.name }}, {% for line in lines %} ... {% endfor %}, {% if paid %} ... {% endif %}, filters such ' +
      'as {{ total | currency: "EUR" }}, {{ count | number: 2 }}, {{ on | date: "%d.%m.%Y" }}, {{ note | default: "none" }}',
    { maxLength: 200_000, 'x-words': ['template', 'from', 'text', 'saying'] },
  ),
  data: record('Data', 'Values by name', anything('Value', 'Any value'), {
    'x-words': ['with', 'using', 'data'],
  }),
  locale: text('Locale', 'How numbers and dates are written, such as en-US or de-DE', {
    default: 'en-US',
    maxLength: 35,
  }),
  timezone: text('Time zone', 'IANA name, of dates', { default: 'UTC', maxLength: 100 }),
}

/** The template, its data, and how to write values. */
export interface TemplateTask {
  readonly template: string
  readonly data: JsonObject
  readonly locale: string
  readonly timezone: string
}

/** @throws {ToolFailure} `invalid-arguments` */
export function templateTask({
  template,
  data = {},
  locale = 'en-US',
  timezone = 'UTC',
}: TemplateArguments): TemplateTask {
  return { template, data, locale: checkedLocale(locale), timezone: checkedZone(timezone) }
}
