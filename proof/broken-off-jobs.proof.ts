import { expect, test } from 'vitest'
import { breakOffBroken } from './kit/break-off-broken.ts'
import { findOtherEnd, stories } from './kit/broken-off-stories.ts'

test.each(Object.entries(stories))(
  'broken off before and after each step, it ends as it would have: %s',
  async (_, story) => {
    const other = await findOtherEnd(story)
    expect(other?.end, other?.broken).toEqual(other?.wanted)
  },
)

// The same proof against products that are broken on purpose: it must detect them.
const month = 'a month begins, is refused, has no answer, is on hold, or is the end'
test.each([
  ['a month whose charge is never asked about', 'month-never-settled', month, /periods/],
  ['a month that is charged again without asking', 'month-charged-again', month, /sandbox_charges/],
  [
    'a notice marked before its mail',
    'notice-before-its-mail',
    'the ends of holds and of cards are announced',
    /mails/,
  ],
  ['a refund that is never asked about', 'refund-never-settled', 'money is given back', /refunds/],
])('%s is noticed', async (_, fault, story, tables) => {
  expect(await breakOffBroken(fault, story)).toMatch(tables)
})
