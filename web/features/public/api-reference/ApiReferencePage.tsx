import type { PageProps } from '#contract/page-values.ts'
import { Layout } from '#web/ui/Layout.tsx'
import { CallTile, Refusals } from './CallTile.tsx'
import { type DescribedCall, describedCalls, sharedRefusals } from './described-calls.ts'
import type { OpenApiDocument } from './openapi-document.ts'

const DOCUMENT_ADDRESS = '/openapi.json'

/** The contract as a readable page. Programs can fetch the same document as JSON. */
export function ApiReferencePage({ values, provider, now }: PageProps<'api-reference'>) {
  const document = values.document as OpenApiDocument
  const calls = describedCalls(document)
  const shared = sharedRefusals(calls)
  const isShared = (status: string) => shared.some((refusal) => refusal.status === status)
  return (
    <Layout provider={provider} now={now} wide panel={<CallList calls={calls} />}>
      <h1>{document.info.title}</h1>
      <p className="lede">
        {document.info.description} For programs: <a href={DOCUMENT_ADDRESS}>the OpenAPI document</a>.
      </p>
      <div className="api-reference-calls">
        <section className="tile">
          <h2>Errors that any call can return</h2>
          <Refusals refusals={shared} />
        </section>
        {calls.map((call) => (
          <CallTile
            key={call.anchor}
            call={call}
            refusals={call.refusals.filter(({ status }) => !isShared(status))}
          />
        ))}
      </div>
    </Layout>
  )
}

function CallList({ calls }: { calls: DescribedCall[] }) {
  return (
    <div className="api-reference-list">
      <h2>Calls</h2>
      <p>Server, pages and this reference read the same description of each call.</p>
      <nav aria-label="Calls">
        <ul className="plain">
          {calls.map(({ anchor, number, summary }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>
                <span>{number}</span>
                {summary}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
