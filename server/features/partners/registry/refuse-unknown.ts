import { type Refused, refuse } from '#server/platform/refusal.ts'

export function refuseUnknown(id: string): Refused {
  return refuse('not-found', { errors: `There is no partner ${id}.` })
}
