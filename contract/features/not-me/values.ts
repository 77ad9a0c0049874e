export type NotMeValues = {
  linkToken: string
  state:
    | { kind: 'asks'; company: string; pin: string; email: string; changedSince: boolean }
    | { kind: 'done'; email: string }
    | { kind: 'used' }
    | { kind: 'over' }
    | { kind: 'later'; text: string }
}
