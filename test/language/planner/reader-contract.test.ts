// The English reader as a planner.
import { englishReader } from '../../../language/planner/planner.ts'
import { plannerContract } from '../../contracts/planner.ts'

plannerContract('the English reader', () => englishReader, {
  read: [
    'Fetch {{inputs.url}}, then return its status',
    'Every weekday at 9:00 UTC, fetch {{inputs.url}}. Return its status',
    'If {{inputs.n}} is more than 5, return "many", otherwise return "few"',
  ],
  long: [`${'Fetch https://a.example.com. '.repeat(90)}Return its status`],
})
