import { parse, protocol, type PGlite, type QueryOptions } from '@electric-sql/pglite'

const { serialize } = protocol
type Messages = Parameters<typeof parse.parseResults>[0]

interface Statement {
  name: string
  parameters: readonly number[]
  row: Messages
}

/** For postgres.js, which otherwise asks the server for the parameters' types each time, in a separate round trip. */
export const PREPARED = { prepare: true }

/**
 * PGlite sends six messages for each statement and plans it anew, which takes longer than most statements. Here each
 * text is prepared once, as PostgREST does, and then sent in one message.
 */
export function prepareOnce(driver: PGlite): void {
  const statements = new Map<string, Statement>()
  const send = async (messages: readonly Uint8Array[]): Promise<Messages> => {
    const all = Buffer.concat([...messages, serialize.sync()])
    return (await driver.execProtocol(all, { syncToFs: false })).messages
  }
  const prepare = async (text: string): Promise<Statement> => {
    const before = statements.get(text)
    if (before) return before
    const name = `statement_${statements.size}`
    const told = await send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })])
    const parameters = parse.parseDescribeStatementResults(told)
    const statement = { name, parameters, row: told.filter((each) => each.name === 'rowDescription') }
    statements.set(text, statement)
    return statement
  }
  const inText = (value: unknown, type = 0): string | null => {
    if (value === null || value === undefined) return null
    const text = driver.serializers[type]?.(value)
    return text ?? (typeof value === 'string' ? value : JSON.stringify(value))
  }
  const query = async (text: string, values: unknown[] = [], options?: QueryOptions) => {
    const answered = await driver.runExclusive(async () => {
      const { name, parameters, row } = await prepare(text)
      const bound = values.map((value, at) => inText(value, parameters[at]))
      const answer = await send([serialize.bind({ statement: name, values: bound }), serialize.execute({})])
      return [...row, ...answer]
    })
    if (!driver.isInTransaction()) await driver.syncToFs()
    return parse.parseResults(answered, driver.parsers, options)[0]
  }
  Object.assign(driver, { query })
}
