import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findOtherEnd, stories } from './kit/broken-off-stories.ts'

test.each(Object.entries(stories))(
  'interrupted before and after each step, it ends with the same result: %s',
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
])('notices: %s', async (_, fault, story, tables) => {
  expect(await breakOffBroken(fault, story)).toMatch(tables)
})

/**
 * Interrupts a story at every step in a build with a fault. Returns where it ended differently, and in which
 * tables; empty if it never did.
 */
async function breakOffBroken(fault: string, story: string): Promise<string> {
  const args = [`--import=./proof/faults/${fault}.ts`, 'proof/kit/break-off.ts', story]
  const env = { ...process.env, PROOF_SIZE: 'full' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout
}
