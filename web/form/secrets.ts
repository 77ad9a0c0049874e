import type { FieldConfig } from './field-config.ts'

/** Plain text fields that are secret, by wire name. */
const secretTexts = new Set([
  'first_question_answer',
  'second_question_answer',
  'number',
  'holder',
  'expiration_date_0',
  'expiration_date_1',
  'cvv',
])

/** Cleared when the page is left: passwords, security answers and everything about a card. */
export function isSecret(name: string, { elementConfig }: FieldConfig): boolean {
  return elementConfig.type === 'password' || secretTexts.has(name)
}
