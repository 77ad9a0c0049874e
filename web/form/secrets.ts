import type { FieldConfig } from './field-config.ts'

/** What is written like any text and yet for nobody else's eyes, by its name on the wire. */
const secretTexts = new Set([
  'first_question_answer',
  'second_question_answer',
  'number',
  'holder',
  'expiration_date_0',
  'expiration_date_1',
  'cvv',
])

/** A page that is left forgets it: passwords, security answers, all of a card. */
export function isSecret(name: string, { elementConfig }: FieldConfig): boolean {
  return elementConfig.type === 'password' || secretTexts.has(name)
}
