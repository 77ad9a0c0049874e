import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, nameDevice } from '#contract/features/security.ts'
import { signIn } from '#contract/features/sign-in.ts'
import { pages } from '#contract/pages.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail, freshIp } from '#server/test-kit/fresh.ts'
import { type Harness, openHarness } from '#server/test-kit/harness.ts'
import { send } from '#server/test-kit/send.ts'
import { type SignedIn, signedInAs, valuesIn } from '#server/test-kit/signed-in.ts'

type Device = { id: number; name: string; browser: string; is_this: boolean }
let harness: Harness

beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

async function newPerson() {
  const email = freshEmail()
  await addAccount(harness.db, { email })
  return { email, person: await signedInAs(harness, { email }) }
}

async function here(person: SignedIn): Promise<Device> {
  const { sessions } = valuesIn((await person.open(pages.security)).html) as { sessions: Device[] }
  return sessions.find((device) => device.is_this) as Device
}

test('a device keeps its name, on one line, even after signing in again there', async () => {
  const { email, person } = await newPerson()
  const { id } = await here(person)
  const { status, body } = await person.send(nameDevice, { session_id: id, name: ' Work \n laptop ' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { data: { sessions: [{ name: 'Work laptop' }] } },
  })
  const headers = { cookie: `device=${person.cookies.device}` }
  await send(harness, signIn, { email, password: 'password1' }, { address: freshIp(), headers })
  const { sessions } = valuesIn((await person.open(pages.security)).html) as { sessions: Device[] }
  expect(sessions.map(({ name }) => name)).toEqual(['Work laptop', 'Work laptop'])
})

test('a name of more than 40 characters is refused, and an empty one removes the name', async () => {
  const { person } = await newPerson()
  const { id } = await here(person)
  await person.send(nameDevice, { session_id: id, name: 'Work laptop' })
  const { status, body } = await person.send(nameDevice, { session_id: id, name: 'x'.repeat(41) })
  expect([status, body]).toEqual([400, { errors: { name: [expect.stringMatching(/40/)] } }])
  expect((await here(person)).name).toBe('Work laptop')
  expect((await person.send(nameDevice, { session_id: id, name: '' })).status).toBe(200)
  expect((await here(person)).name).toBe('')
})

test('naming a device is logged with the name', async () => {
  const { person } = await newPerson()
  await person.send(nameDevice, { session_id: (await here(person)).id, name: 'Work laptop' })
  const { lines } = valuesIn((await person.open(pages.activity)).html) as {
    lines: { text: string; more: string }[]
  }
  expect(lines).toContainEqual(
    expect.objectContaining({ text: 'Changed the name of a device', more: 'Work laptop' }),
  )
})

test("nobody names another person's device", async () => {
  const [{ person }, { person: stranger }] = [await newPerson(), await newPerson()]
  const { id } = await here(person)
  expect((await stranger.send(nameDevice, { session_id: id, name: 'Mine' })).status).toBe(404)
  expect((await here(person)).name).toBe('')
})

test("a changed password keeps this device's name, and the person can change it", async () => {
  const { person } = await newPerson()
  const { id } = await here(person)
  await person.send(nameDevice, { session_id: id, name: 'Work laptop' })
  const passwords = { password: 'maple otter', password_confirm: 'maple otter' }
  await person.send(changePassword, { current_password: 'password1', ...passwords })
  expect((await here(person)).name).toBe('Work laptop')
  expect((await person.send(nameDevice, { session_id: id, name: 'Old laptop' })).status).toBe(200)
  expect((await here(person)).name).toBe('Old laptop')
})
