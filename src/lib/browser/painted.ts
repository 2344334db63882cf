/** Resolves once a frame shows a tap, before its work begins; at once in a hidden tab, which draws no frame. */
export const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // The tab may be hidden meanwhile.
    setTimeout(resolve, 100)
  })
