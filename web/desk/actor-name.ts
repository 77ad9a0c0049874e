const others = new Map([
  ['gateway', 'The gateway'],
  ['timer', 'By itself'],
])

/** `operator:dana@example.com` → `dana@example.com`. */
export function actorName(actor: string): string {
  return others.get(actor) ?? actor.replace(/^operator:/, '')
}
