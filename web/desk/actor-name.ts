import { nameActor } from '#contract/accounts/name-actor.ts'

/** For lists over many accounts, which do not know the names of their people. */
export function actorName(actor: string): string {
  return nameActor(
    actor,
    (id) => `Person ${id}`,
    (email) => email,
  )
}
