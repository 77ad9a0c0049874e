import { demandSecondFactor } from '#contract/features/second-factor-demand.ts'
import { confirmIdentity } from '#contract/features/step-up.ts'
import { addAgent } from './accounts.ts'
import { freshEmail, freshIp } from './fresh.ts'
import type { Harness } from './harness.ts'
import { addProtected, type Protected } from './second-factor.ts'
import { valuesIn } from './signed-in.ts'

export type Team = { owner: Protected; email: string; userId: number }

/** An owner with a second factor, and a user without one. */
export async function addTeam(harness: Harness): Promise<Team> {
  const owner = await addProtected(harness)
  const email = freshEmail()
  const userId = await addAgent(harness.db, owner.accountId, {
    email,
    role: 'user',
    name: ['Priya', 'Raman'],
  })
  return { owner, email, userId }
}

export function demand({ owner }: Team, grace_days: string) {
  return owner.person.send(demandSecondFactor, { grace_days })
}

/** The owner's answer to a step-up request: the sign-in was more than 10 minutes ago. */
export function confirmOwner({ owner }: Team) {
  return owner.person.send(confirmIdentity, { code: owner.code() })
}

const PAGE = '/login/second-step/set-up/'

export type DemandPage = {
  status: number
  location: string | undefined
  state: { kind: string; key?: string; codes?: string[]; continueTo?: string; signInPath?: string }
  cookies: Record<string, string>
}

/** Opens the set-up page, or posts one of its forms, with these cookies. */
export async function atDemand(
  harness: Harness,
  cookie: string,
  posted?: Record<string, string>,
  query = '',
): Promise<DemandPage> {
  const form = new FormData()
  for (const [name, value] of Object.entries(posted ?? {})) form.set(name, value)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await harness.app.inject({
    method: posted ? 'POST' : 'GET',
    url: `${PAGE}${query}`,
    remoteAddress: freshIp(),
    headers: { cookie, ...(posted && { 'content-type': request.headers.get('content-type') ?? '' }) },
    ...(posted && { payload: Buffer.from(await request.arrayBuffer()) }),
  })
  return {
    status: response.statusCode,
    location: response.headers.location as string | undefined,
    state: (valuesIn(response.body).state ?? { kind: '' }) as DemandPage['state'],
    cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
  }
}
