export type SecondStepValues = {
  /** Whether the operator can use a passkey instead of a code, at the address of this page. */
  hasPasskey: boolean
}

export type StartValues =
  | { kind: 'over' }
  | {
      kind: 'open'
      email: string
      name: string
      /** The key of the authenticator app, as text and as a QR code. */
      key: string
      qrCode: string
    }

export type DeskPasskey = { id: number; name: string; made: string; lastUsed: string | null }

export type MeValues = {
  passkeys: DeskPasskey[]
  /** Whether passkeys can be made at the address of this page. */
  offersPasskeys: boolean
  /** The operator's open sessions. */
  sessions: { id: number; device: string; ip: string; since: string; isThis: boolean }[]
}
