import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { addAccount, addAgent } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { operatorOf } from '#server/test-kit/operator.ts'
import { send } from '#server/test-kit/send.ts'
import { signedInAs } from '#server/test-kit/signed-in.ts'
import { commands } from './commands.ts'

let harness: Harness
let operator: ReturnType<typeof operatorOf>

beforeAll(async () => {
  harness = await openHarness()
  operator = operatorOf(harness)
})
afterAll(() => harness.close())

const ofAccounts = [
  ['account', 'show'],
  ['audit', 'list'],
  ['sessions', 'end'],
  ['second-factor', 'recover'],
]

test('a command about an account takes its full number or email, and otherwise lists candidates', async () => {
  const email = `lake.${freshEmail()}`
  const lake = await addAccount(harness.db, { email, company: 'Lakeview Homes', pin: '731946' })
  const harbor = await addAccount(harness.db, { email: freshEmail(), company: 'Harbor Street Group' })
  const second = await addAccount(harness.db, { email: freshEmail(), company: 'Harbor Street Group West' })
  const known: [string, string][] = [
    ['ake', `${lake.pin} (Lakeview Homes)`],
    ['Lakeview Homes', `${lake.pin} (Lakeview Homes)`],
    ['73194', `${lake.pin} (Lakeview Homes)`],
    ['731 946', `${lake.pin} (Lakeview Homes)`],
    [email.slice(0, -3), `${lake.pin} (Lakeview Homes)`],
    [`Dana <${email}>`, `${lake.pin} (Lakeview Homes)`],
    ['Harbor Street Group II', `${harbor.pin} (Harbor Street Group)`],
    ['Harbor Street Group II', `${second.pin} (Harbor Street Group West)`],
  ]
  for (const [name = '', verb = ''] of ofAccounts)
    for (const [text, candidate] of known) {
      const said = await operator.refused(name, verb, text)
      expect(said, `${name} ${verb} ${text}`).toContain(`No account has the number or email ${text}.`)
      expect(said, `${name} ${verb} ${text}`).toContain(candidate)
    }
  expect(await operator.refused('sessions', 'end')).toMatch(/^Which account\? Enter its number/)
  expect(await operator.refused('sessions', 'end', 'qqqqqq')).toBe('There is no account qqqqqq.')
  for (const text of [` ${email.toUpperCase()} `, lake.pin])
    expect((await operator.run('account', 'show', text)).rows('account')).toMatchObject([{ pin: lake.pin }])
})

test('an email used in two accounts identifies neither, even if its person owns one of them', async () => {
  const email = freshEmail()
  const own = await addAccount(harness.db, { email, company: 'Own' })
  const other = await addAccount(harness.db, { email: freshEmail(), company: 'Other' })
  await addAgent(harness.db, other.accountId, { email, role: 'user' })
  for (const [name = '', verb = ''] of ofAccounts) {
    const isOfPerson = ['sessions', 'second-factor'].includes(name)
    const advice = isOfPerson ? 'Say which one with --account NUMBER.' : 'Enter one of these numbers.'
    expect(await operator.refused(name, verb, email), `${name} ${verb}`).toBe(
      `Several accounts match: ${own.pin} (Own), ${other.pin} (Other). ${advice}`,
    )
  }
})

test('a person in two accounts is signed out only of the named one', async () => {
  const email = freshEmail()
  const own = await addAccount(harness.db, { email, company: 'Own' })
  const colleague = freshEmail()
  const other = await addAccount(harness.db, { email: colleague, company: 'Other' })
  await addAgent(harness.db, other.accountId, { email, role: 'user' })
  for (const { pin } of [own, other]) {
    const body = { email, password: 'password1', pin }
    expect((await send(harness, signIn, body, { address: freshIp() })).status).toBe(200)
  }
  await signedInAs(harness, { email: colleague })
  const { text } = await operator.run('sessions', 'end', email, '--account', other.pin)
  expect(text).toContain(`1 session of ${email} ended.`)
  expect(await operator.refused('sessions', 'end', own.pin, '--account', other.pin)).toBe(
    `There is no person ${own.pin} in ${other.pin}.`,
  )
  expect(await operator.refused('second-factor', 'recover', own.pin, '--account', other.pin)).toBe(
    `There is no person ${own.pin} in ${other.pin}.`,
  )
})

test('an email with an apostrophe identifies its account', async () => {
  const email = `o'brien.${freshEmail()}`
  const { pin } = await addAccount(harness.db, { email })
  expect((await operator.run('account', 'show', email)).rows('account')).toMatchObject([{ pin }])
})

test('the help of each command that takes an account says how to name it', () => {
  for (const [name, verb] of ofAccounts)
    expect(commands.find((command) => command.name === `${name} ${verb}`)?.takes).toMatch(
      /^(NUMBER\|EMAIL|EMAIL\|NUMBER|\[NUMBER\|EMAIL\])$/,
    )
})
