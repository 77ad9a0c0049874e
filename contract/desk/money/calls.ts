import * as z from 'zod/mini'
import { deskCall } from '#contract/desk/desk-call.ts'
import { json } from '#contract/wire/endpoint.ts'
import * as ruleMessages from '#contract/wire/rule-messages.ts'
import { exact, formChecks, listed, note, optionalText, orderKey, text } from '#contract/wire/schema.ts'
import { countedMoney, moneyPreview } from '../money-preview.ts'
import { reason as withdrawalReason } from '../reason.ts'
import { action, amount, days, howMuch, moneyRules, reason, words } from './fields.ts'

const MOST_LINES = 200
const MOST_FACTS = 20
const notAsShown = 'Send the names and values that the preview showed.'

const what = {
  number: exact(20, 'The account number'),
  action: text(action),
  bill: note(20, 'The number of the bill whose money goes back'),
  how_much: optionalText(howMuch),
  amount: optionalText(amount),
  lines: z._default(
    z
      .array(z.int({ error: ruleMessages.notAChoice }).check(z.gte(0, ruleMessages.notAChoice)), {
        error: ruleMessages.notAChoice,
      })
      .check(z.maxLength(MOST_LINES, ruleMessages.notAChoice)),
    [],
  ),
  days: optionalText(days),
  reason: optionalText(reason),
  words: text(words),
  /** Of a refund to the card: not now, but once the payment has settled. */
  once_settled: z._default(z.boolean({ error: ruleMessages.notAFlag }), false),
}
const shown = {
  preview: moneyPreview,
  counted: countedMoney,
  needs_second: z.boolean(),
}
const outcome = z.object({
  data: z.object({
    id: z.number(),
    state: z.enum(['asked', 'agreed', 'declined', 'withdrawn', 'expired', 'done', 'failed']),
    says: z.string(),
    /** The number of the credit note, once it is issued. */
    note_number: z.nullable(z.string()),
    /** Until when a second operator can agree; empty if nobody has to. */
    expires: z.string(),
    /** It is sent once the payment has settled. */
    once_settled: z.boolean(),
    /** The bank refused it, and it can be sent once the payment has settled. */
    offers_later: z.boolean(),
  }),
})

export const previewMoney = deskCall({
  ...json,
  path: '/desk/api/money/preview/',
  who: 'money',
  body: z.object(what).check(...formChecks(moneyRules)),
  answer: z.object({ data: z.object(shown) }),
})

export const requestMoney = deskCall({
  ...json,
  path: '/desk/api/money/',
  who: 'money',
  body: z
    .object({
      ...what,
      order_key: orderKey(),
      seen: z._default(
        z
          .array(
            z.object(
              { name: exact(200, 'What was shown'), value: exact(2_000, 'As it was shown') },
              { error: notAsShown },
            ),
            { error: notAsShown },
          )
          .check(z.maxLength(MOST_FACTS, notAsShown)),
        [],
      ),
      needs_second: z.boolean({ error: ruleMessages.notAFlag }),
    })
    .check(...formChecks(moneyRules)),
  answer: outcome,
})

export const findMoneyOutcome = deskCall({
  ...json,
  path: '/desk/api/money/outcome/',
  who: 'money',
  body: z.object({ order_key: orderKey() }),
  answer: outcome,
})

export const withdrawRefund = deskCall({
  ...json,
  path: '/desk/api/money/withdraw/',
  who: 'money',
  body: z.object({
    number: exact(20, 'The account number'),
    refund: listed('The refund'),
    reason: text(withdrawalReason),
    key: orderKey(),
  }),
  answer: z.object({ data: z.object({ said: z.string() }) }),
})
