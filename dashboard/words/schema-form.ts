// Texts of forms that are made from a schema.

export const words = {
  required: 'Say a value',
  number: 'A number, such as 12.5',
  integer: 'A whole number',
  json: 'This is no JSON',
  list: 'This is no list: write one item a line, or JSON',
  object: 'This is no object: write JSON, such as {"name": "Ada"}',
  onePerLine: 'One a line',
  asJson: 'As JSON',
  choose: 'Choose',
  yes: 'Yes',
  no: 'No',
} as const
