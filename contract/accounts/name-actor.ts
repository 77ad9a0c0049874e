/** Names the actor of an audit entry. People and operators are named only to those who may know them. */
export function nameActor(
  actor: string,
  nameOf: (agentId: number) => string,
  nameOperator: (email: string) => string,
): string {
  const agentId = /^agent:(\d+)$/.exec(actor)?.[1]
  if (agentId) return nameOf(Number(agentId))
  if (actor.startsWith('operator:')) return nameOperator(actor.slice('operator:'.length))
  return otherActors.get(actor) ?? 'The system'
}

const otherActors = new Map([
  ['pay-link', 'Someone with the payment link'],
  ['account-number', 'Someone with the account number'],
  ['gateway', 'The bank'],
])
