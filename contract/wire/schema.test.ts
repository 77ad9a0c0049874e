import { expect, test } from 'vitest'
import { accountPassword } from '#contract/features/sign-up/fields.ts'
import { company } from '#contract/fields/person.ts'
import { optionalText, text } from './schema.ts'

const complaintsOf = (typed: string) =>
  text(company)
    .safeParse(typed)
    .error?.issues.map(({ message }) => message)

test.each(['\u3164', '\u2800', '\uffa0 \u115f', '\u034f\ufe0f', ' \u200b\u3164\n'])(
  'a required text that shows nothing is missing: %j [VAL-01]',
  (blank) => {
    expect(complaintsOf(blank)).toEqual(['This field is required'])
    expect(optionalText(company).parse(blank)).toBe('')
  },
)

test('characters that show nothing stay within a text, and in a password', () => {
  for (const typed of ['❤\ufe0f', '\u1112\u1161\u3164x', '각\uffa0'])
    expect(text(company).parse(typed)).toBe(typed)
  expect(text(accountPassword).parse('\u3164'.repeat(6))).toBe('\u3164'.repeat(6))
})
