import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../scripts/start-postgres.ts'
import { freshDatabase } from './kit/fresh-database.ts'
import { launchOn, loseAnswer, type Running, reuseKey, turnTheMonth } from './kit/order-stories.ts'
import { provesItself, size } from './kit/size.ts'

const SIGN_UPS = size(10, 70)
let postgres: Postgres
let sound: Running

beforeAll(async () => {
  postgres = await startPostgres()
  sound = await launchOn(await freshDatabase(postgres.url, 'sound'))
})
afterAll(async () => {
  await sound.stop()
  await postgres.stop()
})

test('a key that a plan change has used is refused by every sign-up at once, and sign-ins go on', async () => {
  const { changed, answers, signedIn } = await reuseKey(sound, SIGN_UPS)
  expect([changed, signedIn.status]).toEqual([200, 200])
  expect(answers.map(({ status, data }) => [status, data?.status])).toEqual(
    answers.map(() => [409, 'refused']),
  )
})

test('a person whose answer was lost after the charge is told that they have paid, whatever they press', async () => {
  const { sameKey, newKey, charges } = await loseAnswer(sound)
  expect([sameKey.status, sameKey.data?.status]).toEqual([409, 'registered'])
  expect([newKey.status, newKey.data?.status]).toEqual([409, 'registered'])
  expect(charges).toBe(1)
})

test('a plan change that is confirmed in the next month is not applied to it, and the money goes back', async () => {
  const after = await turnTheMonth(sound)
  expect(after).toEqual({ ordered: 202, state: 'voided', dialers: 1, told: 1 })
})

if (provesItself)
  describe.concurrent('on a broken build', () => {
    test('a sign-up that tries itself again is noticed', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'endless_key'), 'endless-key')
      const { answers } = await reuseKey(broken, 4, size(4_000, 15_000))
      await broken.stop()
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'no answer'))
    })

    test('a build that does not look for what the visitor has paid is noticed', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'no_own_order'), 'no-own-order')
      const { newKey } = await loseAnswer(broken)
      await broken.stop()
      expect([newKey.status, newKey.data]).toEqual([400, undefined])
    })

    test('a build that applies an order to whichever month it is answered in is noticed', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'any_month'), 'any-month')
      const after = await turnTheMonth(broken)
      await broken.stop()
      expect(after).toMatchObject({ state: 'paid', dialers: 2 })
    })
  })
