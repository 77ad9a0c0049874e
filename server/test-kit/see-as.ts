import { beginView, type View } from '#contract/desk/see-as.ts'
import type { TestDesk, TestOperator } from './desk.ts'
import type { Harness } from './harness.ts'
import { send } from './send.ts'

type DeskRequest = { method?: 'GET' | 'POST' | 'HEAD'; dest?: string; cookie?: string }
type Viewed = { pin: string; agentId: number; reason?: string }

export type TestView = View & {
  /** The operator's own cookie, and that of the view. */
  cookie: string
  /** As the frame does. */
  ask(url: string, request?: DeskRequest): ReturnType<typeof requestDesk>
}

/** Begins a view through the real call, and opens pages in it. */
export async function openView(
  harness: Harness,
  desk: TestDesk,
  operator: TestOperator,
  { pin, agentId, reason = 'Asked for help with a bill' }: Viewed,
): Promise<TestView> {
  const { status, body, cookies } = await send(
    { ...harness, app: desk.app },
    beginView,
    { account_number: pin, agent_id: agentId, reason },
    { headers: { cookie: operator.cookie } },
  )
  if (status !== 200) throw new Error(`The view did not begin: ${status} ${JSON.stringify(body)}`)
  const cookie = `${operator.cookie}; desk_view=${cookies.desk_view}`
  const { view } = (body as { data: { view: View } }).data
  return { ...view, cookie, ask: (url, request = {}) => requestDesk(desk, url, { cookie, ...request }) }
}

/** A request of the frame at the desk's listener, unless `dest` says otherwise. */
export async function requestDesk(
  { app }: TestDesk,
  url: string,
  { method = 'GET', dest = 'iframe', cookie = '' }: DeskRequest = {},
) {
  const response = await app.inject({ method, url, headers: { 'sec-fetch-dest': dest, cookie } })
  const { statusCode: status, headers, body: html } = response
  return { status, headers, html, location: headers.location, cookies: response.cookies }
}
