/**
 * The screens run on React as it is shipped: the development build takes twice as long to draw. It lacks `act`, which
 * Testing Library calls around renders and events and which leaves nothing to be drawn, so here is one.
 */
const { setImmediate: later, queueMicrotask: soon } = globalThis

/** What React has to do next. It takes the functions with which it waits for that when it is loaded. */
const due = new Set<() => void>()
const held = (wait: (task: () => void) => unknown) => (task: () => void) => {
  due.add(task)
  wait(() => {
    if (due.delete(task)) task()
  })
}
Object.assign(globalThis, { setImmediate: held(later), queueMicrotask: held(soon) })
const { default: React } = await import('react')
const { flushSync } = await import('react-dom')
await import('react-dom/client')
Object.assign(globalThis, { setImmediate: later, queueMicrotask: soon })

const settle = () => {
  for (const task of due) {
    due.delete(task)
    task()
  }
}
const settleAfter = async (answer: unknown) => {
  await answer
  settle()
}

function act(work: () => unknown): unknown {
  const answer = flushSync(work)
  settle()
  return answer instanceof Promise ? settleAfter(answer) : answer
}
Object.assign(React, { act })
