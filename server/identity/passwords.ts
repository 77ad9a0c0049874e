import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { requireNoTransaction } from '#server/platform/db/outside-transaction.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. `low` is for tests only. */
const costs = {
  standard: { memory: 19_456, passes: 2, parallelism: 1 },
  low: { memory: 64, passes: 1, parallelism: 1 },
} as const
const TAG_BYTES = 32
const SALT_BYTES = 16
/** While one request hashes, the next one loads its account. */
const BEGUN_PER_HASH = 2

export type Passwords = {
  /** Whether `admit` would refuse the next request. */
  isFull(): boolean
  /** How many hashes are being computed, and how many requests wait for one. */
  queue(): { running: number; waiting: number }
  /**
   * Reserves a slot for everything that leads up to a hash, so that an overloaded server refuses before it
   * counts an attempt. Only as many requests start as keep the hashing busy; the others wait, and beyond that
   * they are refused immediately. A request that has started may still be refused by `hash` and `verify`,
   * which other code uses too.
   */
  admit<Result>(work: () => Promise<Result>): Promise<Result | Refused>
  /** A refusal means that too many requests are waiting. The caller answers 'busy' immediately. */
  hash(password: string): Promise<string | Refused>
  /**
   * Takes as long without a hash as with one, and as long for an outdated hash as for a current one, so that
   * unknown and known emails cannot be told apart.
   */
  verify(password: string, hash: string | undefined): Promise<boolean | Refused>
  /** What hashes with one salt share: the current parameters and a new salt. */
  newSalt(): string
  /** One of several secrets that share a salt: any of them is checked with one hash. */
  hashWith(salt: string, secret: string): Promise<Buffer | Refused>
  /**
   * A new hash of a password that matches `hash`, if that has outdated parameters. Undefined if there is
   * nothing to renew, or no time: if the queue is busy, it is left to the next sign-in.
   */
  renew(password: string, hash: string): Promise<string | undefined>
}

const derive = promisify(argon2)

/**
 * Hashing is the most expensive work we do for anonymous visitors. A bounded queue keeps it from starving the
 * rest.
 */
export function openPasswords(options: {
  cost: keyof typeof costs
  atOnce: number
  waiting: number
}): Passwords {
  const cost = costs[options.cost]
  const dummy = encode(cost, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES))
  const hashing = boundedQueue(options.atOnce, options.waiting, () => requireNoTransaction('A password hash'))
  const slots = options.atOnce + options.waiting
  const begun = Math.min(options.atOnce * BEGUN_PER_HASH, slots)
  const admission = boundedQueue(begun, slots - begun)
  const hash = (password: string) =>
    hashing.enter(async () => {
      const salt = randomBytes(SALT_BYTES)
      return encode(cost, salt, await tagOf(password, salt, cost))
    })

  return {
    isFull: admission.isFull,
    queue: () => ({
      running: hashing.load().running,
      waiting: hashing.load().waiting + admission.load().waiting,
    }),
    admit: admission.enter,
    hash,
    verify: (password, hash) =>
      hashing.enter(async () => {
        const stored = decode(hash ?? dummy)
        const tag = await tagOf(password, stored.salt, stored.cost)
        const missing = missingCost(stored.cost, cost)
        if (missing) await tagOf(password, stored.salt, missing)
        return timingSafeEqual(tag, stored.tag) && hash !== undefined
      }),
    newSalt: () => encodeSalt(cost, randomBytes(SALT_BYTES)),
    hashWith: (stored, secret) =>
      hashing.enter(() => {
        const { salt, cost } = decode(stored)
        return tagOf(secret, salt, cost)
      }),
    async renew(password, stored) {
      if (!isLower(decode(stored).cost, cost)) return undefined
      if (hashing.load().running >= options.atOnce || admission.load().waiting > 0) return undefined
      const renewed = await hash(password)
      return isRefused(renewed) ? undefined : renewed
    },
  }
}

type Cost = { memory: number; passes: number; parallelism: number }

function isLower(stored: Cost, present: Cost): boolean {
  return stored.memory < present.memory || stored.passes < present.passes
}

/** The work that an outdated hash lacks, which is memory times passes. */
function missingCost(stored: Cost, present: Cost): Cost | undefined {
  const work = present.memory * present.passes - stored.memory * stored.passes
  const memory = Math.floor(work / present.passes)
  // The minimum for argon2: 8 KiB for each lane.
  return memory < 8 * present.parallelism ? undefined : { ...present, memory }
}

function tagOf(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    tagLength: TAG_BYTES,
    ...cost,
  }) as Promise<Buffer>
}

/** A PHC string includes the parameters, so costs can be raised without breaking stored passwords. */
function encode(cost: Cost, salt: Buffer, tag: Buffer): string {
  return `${encodeSalt(cost, salt)}$${bare(tag)}`
}

function encodeSalt(cost: Cost, salt: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}`
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function decode(phc: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)(?:\$([^$]+))?$/.exec(phc)
  if (!parts) throw new Error('A stored password is not in the form that we write')
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

function boundedQueue(atOnce: number, waiting: number, check = () => {}) {
  let running = 0
  const queue: (() => void)[] = []
  const isFull = () => running >= atOnce && queue.length >= waiting
  async function enter<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
    check()
    if (isFull()) return refuse('busy')
    // The slot is passed directly to the next in the queue, so that no new request can take it in between.
    if (running >= atOnce) await new Promise<void>((admit) => queue.push(admit))
    else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
  return { isFull, enter, load: () => ({ running, waiting: queue.length }) }
}
