// On PostgreSQL: two of its requests race.
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { signIn } from '#contract/features/sign-in.ts'
import { refuse } from '#server/platform/refusal.ts'
import { addAccount } from '#server/test-kit/accounts.ts'
import { freshEmail } from '#server/test-kit/fresh.ts'
import { openHarness } from '#server/test-kit/harness.ts'
import { encode, send } from '#server/test-kit/send.ts'

test('a half-sent slow form keeps nobody else from signing in', async () => {
  let arrived = 0
  const small = await openHarness({
    environment: { PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '1' },
    prepare: (app) =>
      app.addHook('onRequest', async () => {
        arrived += 1
      }),
  })
  const email = freshEmail()
  await addAccount(small.db, { email })
  const { payload = '', type = '' } = encode(signIn, { email, password: 'password1' })
  const slow = Array.from({ length: 4 }, () => {
    const rest = new PassThrough()
    rest.write(payload.slice(0, -20))
    return rest
  })
  const answers = slow.map((rest) =>
    small.app.inject({ method: 'POST', url: signIn.path, headers: { 'content-type': type }, payload: rest }),
  )
  await expect.poll(() => arrived).toBe(slow.length)
  expect(await send(small, signIn, { email, password: 'password1' })).toMatchObject({ status: 200 })
  for (const rest of slow) rest.end(payload.slice(-20))
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toContain(200)
  await small.close()
})

test('a password that was never checked, for lack of time, does not count as a try', async () => {
  const harness = await openHarness()
  const email = freshEmail()
  await addAccount(harness.db, { email })
  const submit = () => send(harness, signIn, { email, password: 'password1' })
  const verify = vi.spyOn(harness.passwords, 'verify').mockResolvedValue(refuse('busy'))
  for (let number = 0; number < 30; number += 1) expect((await submit()).status).toBe(503)
  verify.mockRestore()
  expect((await submit()).status).toBe(200)
  await harness.close()
})
