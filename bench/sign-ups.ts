import { keepAsking } from '../proof/kit/load.ts'
import { asShipped, launchProduct, type Product } from '../scripts/launch-product.ts'
import { wideFraudLimits } from '../scripts/wide-fraud-limits.ts'
import { goodSignUp } from '../server/test-kit/sign-ups.ts'
import { ask, type Got } from './client.ts'
import { atLeast, type Finding, noted } from './finding.ts'
import { againstHashes } from './hashes.ts'
import { onBothDatabases } from './on-both-databases.ts'

const SECONDS = 8
const AT_ONCE = 16
/** A password and two answers. */
const HASHES_EACH = 3

/** Sign-ups per second compared with what argon2id allows, with a gateway that answers after 20 ms. */
export function measureSignUps(): Promise<Finding[]> {
  return onBothDatabases(measureOn)
}

async function measureOn(database: string, env: Record<string, string>): Promise<Finding[]> {
  const product = await launchProduct(
    {
      ...env,
      PASSWORD_HASH_COST: 'standard',
      TRUST_PROXY: '1',
      ...wideFraudLimits,
      NODE_OPTIONS: '--import=./bench/with-slow-gateway.ts',
    },
    asShipped,
  )
  try {
    await signUpsFor(product, 2)
    const { perSecond, hashes, ratio } = await againstHashes(() => signUpsFor(product, SECONDS))
    return [
      noted(`sign-ups per second that argon2id allows, ${database}`, hashes / HASHES_EACH, '/s'),
      noted(`sign-ups per second, ${database}`, perSecond, '/s'),
      atLeast(`sign-ups against what is possible, ${database}`, ratio * HASHES_EACH, 0.8, '×'),
    ]
  } finally {
    await product.stop()
  }
}

async function signUpsFor(product: Product, seconds: number): Promise<number> {
  const begin = performance.now()
  const until = () => performance.now() - begin > seconds * 1000
  const answers = await keepAsking((number) => signUp(product, number), { atOnce: AT_ONCE, until })
  const took = (performance.now() - begin) / 1000
  const strange = answers.filter((answer) => answer.status !== 200)
  if (strange.length > 0) throw new Error(`Some sign-ups failed: ${JSON.stringify(strange.slice(0, 3))}`)
  return answers.length / took
}

function signUp(product: Product, number: number): Promise<Got> {
  return ask(`${product.url}/rest/auth/sign-up/submit/`, {
    body: JSON.stringify(goodSignUp()),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${Math.floor(number / 250) % 250}.${number % 250}`,
    },
  })
}
