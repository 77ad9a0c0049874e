/** Three lines ringing in parallel, one of them answered. */
export function CallLanes() {
  return (
    <svg className="site-lanes" viewBox="0 0 420 150" aria-hidden="true" focusable="false">
      <g className="site-ring">
        <path d="M8 25h250" />
        <path d="M8 125h170" />
      </g>
      <g className="site-pulse">
        <circle cx="8" cy="25" r="4" />
        <circle cx="92" cy="25" r="4" />
        <circle cx="176" cy="25" r="4" />
        <circle cx="260" cy="25" r="7" />
        <circle cx="8" cy="125" r="4" />
        <circle cx="92" cy="125" r="4" />
        <circle cx="180" cy="125" r="7" />
      </g>
      <path className="site-talk" d="M8 75h118" />
      <circle className="site-answer" cx="136" cy="75" r="10" />
      <path
        className="site-voice"
        d="M164 69v12M178 60v30M192 66v18M206 52v46M220 62v26M234 56v38M248 67v16M262 50v50M276 63v24M290 57v36M304 68v14M318 54v42M332 64v22M346 59v32M360 69v12M374 62v26M388 70v10M402 66v18"
      />
    </svg>
  )
}
