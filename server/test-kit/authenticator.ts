import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '#contract/accounts/factors.ts'

/** How an answer differs from an honest one. */
export type Quirks = {
  origin?: string
  challenge?: string
  counter?: number
  isVerified?: boolean
  isPresent?: boolean
  userHandle?: string
  rpId?: string
}

export type Authenticator = {
  credentialId: string
  create(options: Record<string, unknown>, quirks?: Quirks): NewPasskey
  get(options: Record<string, unknown>, quirks?: Quirks): PasskeyAnswer
}

const PRESENT = 0x01
const VERIFIED = 0x04
const MAY_SYNC = 0x08
const SYNCED = 0x10
const HAS_KEY = 0x40

/** A software authenticator with one passkey: the answers of a phone or a password manager, byte by byte. */
export function openAuthenticator(
  site = 'http://localhost:3000',
  { isSynced = false, counts = true, aaguid = Buffer.alloc(16) } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  const sync = isSynced ? MAY_SYNC | SYNCED : 0
  let uses = 0
  let handle = ''

  function said(rpId: string, quirks: Quirks, more: number): Buffer {
    const present = (quirks.isPresent ?? true) ? PRESENT : 0
    const verified = (quirks.isVerified ?? true) ? VERIFIED : 0
    const head = Buffer.alloc(5)
    head.writeUInt8(present | verified | sync | more)
    head.writeUInt32BE(quirks.counter ?? (counts ? uses : 0), 1)
    return Buffer.concat([hash(Buffer.from(quirks.rpId ?? rpId)), head])
  }

  const clientData = (type: string, options: Record<string, unknown>, quirks: Quirks) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: quirks.challenge ?? options.challenge,
        origin: quirks.origin ?? new URL(site).origin,
        crossOrigin: false,
      }),
    )

  return {
    credentialId,
    create(options, quirks = {}) {
      const { rp, user } = options as { rp: { id: string }; user: { id: string } }
      handle = user.id
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([said(rp.id, quirks, HAS_KEY), aaguid, length, id, key])
      return {
        id: credentialId,
        response: {
          clientDataJSON: clientData('webauthn.create', options, quirks).toString('base64url'),
          attestationObject: attestationOf(data).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(options, quirks = {}) {
      uses += 1
      const authenticatorData = said(String(options.rpId), quirks, 0)
      const client = clientData('webauthn.get', options, quirks)
      return {
        id: credentialId,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authenticatorData, hash(client)]), privateKey).toString(
            'base64url',
          ),
          userHandle: quirks.userHandle ?? handle,
        },
      }
    },
  }
}

/** {fmt: 'none', attStmt: {}, authData} in CBOR. */
function attestationOf(data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  return Buffer.concat([
    Buffer.from('a363', 'hex'),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ])
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
