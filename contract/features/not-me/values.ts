export type NotMeValues = {
  linkToken: string
  state:
    | { kind: 'asks'; company: string; pin: string; email: string; changedSince: boolean }
    /** `isTaken`: another person of the account has joined with this email, so the change of it stays. */
    | { kind: 'done'; email: string; isTaken: boolean }
    | { kind: 'used' }
    | { kind: 'over' }
    | { kind: 'later'; text: string }
}
