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

test('a key used by a plan change is refused by every sign-up at once, and sign-ins keep working', async () => {
  const { changed, answers, signedIn } = await reuseKey(sound, SIGN_UPS)
  expect([changed, signedIn.status]).toEqual([200, 200])
  expect(answers.map(({ status, data }) => [status, data?.status])).toEqual(
    answers.map(() => [409, 'refused']),
  )
})

test('after a lost answer to a charge, the person always learns that they have paid', async () => {
  const { sameKey, newKey, charges } = await loseAnswer(sound)
  expect([sameKey.status, sameKey.data?.status]).toEqual([409, 'registered'])
  expect([newKey.status, newKey.data?.status]).toEqual([409, 'registered'])
  expect(charges).toBe(1)
})

test('a plan change confirmed in the next month is not applied to it, and is refunded', async () => {
  const after = await turnTheMonth(sound)
  expect(after).toEqual({ ordered: 202, state: 'voided', dialers: 1, told: 1 })
})

if (provesItself)
  describe.concurrent('on a broken build', () => {
    test('notices a sign-up that retries by itself', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'endless_key'), 'endless-key')
      const { answers } = await reuseKey(broken, 4, size(4_000, 15_000))
      await broken.stop()
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'no answer'))
    })

    test('notices a build that does not look up what the visitor has paid', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'no_own_order'), 'no-own-order')
      const { newKey } = await loseAnswer(broken)
      await broken.stop()
      expect([newKey.status, newKey.data]).toEqual([400, undefined])
    })

    test('notices a build that applies an order to the month in which it is answered', async () => {
      const broken = await launchOn(await freshDatabase(postgres.url, 'any_month'), 'any-month')
      const after = await turnTheMonth(broken)
      await broken.stop()
      expect(after).toMatchObject({ state: 'paid', dialers: 2 })
    })
  })
