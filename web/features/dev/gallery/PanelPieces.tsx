import { LinkButton } from '#web/ui/LinkButton.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'

/** Components on the dark panel. */
export function PanelPieces() {
  return (
    <>
      <SystemStatus status="Normal" />
      <SystemStatus status="Calls may connect late" />
      <div className="steps">
        <span>Step 1 of 2</span>
        <i className="on" />
        <i />
      </div>
      <h2>More conversations, less dialing.</h2>
      <p>
        Text on the dark side, with <a href="/dev/gallery/?layout=app">a link to the signed-in layout</a> and{' '}
        <a href="/dev/gallery/?layout=single">one to the single layout</a>.
      </p>
      <div className="plan">
        <h3>Your Custom Plan</h3>
        <div className="line">
          <span>Triple line dialer × 2</span>
          <span>$278 / mo</span>
        </div>
        <div className="line">
          <span>Skip tracer</span>
          <span>$49 / mo</span>
        </div>
        <div className="line total">
          <span>Total Monthly Cost</span>
          <span>
            $327 <small>/ mo</small>
          </span>
        </div>
        <LinkButton href="#main" look="ghost">
          Edit Plan
        </LinkButton>
      </div>
      <div className="posts end">
        <article className="post">
          <h3>Five openers that keep a seller on the line</h3>
          What the agents who get the appointment say first, and what they leave out.
        </article>
        <article className="post">
          <h3>How to plan a two-hour calling block</h3>A simple order of work for the night before.
        </article>
      </div>
      <div className="between">
        <span className="hint">From the blog</span>
        <span className="cluster">
          <button className="round" type="button" aria-label="Previous posts" disabled>
            ‹
          </button>
          <button className="round" type="button" aria-label="Next posts">
            ›
          </button>
        </span>
      </div>
    </>
  )
}
