import { functionsOf } from './functions.ts'
import type { Scene } from './scene.ts'
import { tablesOf } from './tables.ts'

/** Everything that there is to attack, read from the catalogue, so that nothing is left out unnoticed. */

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']

/** Pairs of tables that a foreign key joins: `child` refers to `parent`. */
export const joined = ({ query }: Pick<Scene, 'query'>) =>
  query<{ key: string; child: string; parent: string }>(`
    select k.conname as key, c.relname as child, p.relname as parent
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and p.relnamespace = 'public'::regnamespace
     order by 1`)

const both = (what: string): string[] => [`coach ${what}`, `visitor ${what}`]

/**
 * Every table with every method, every column written, every function called, and every foreign key embedded in both
 * directions.
 */
export async function reachOf(scene: Scene): Promise<string[]> {
  const tables = await tablesOf(scene)
  const functions = await functionsOf(scene, 'public')
  return [
    ...tables.flatMap(({ name }) => METHODS.flatMap((method) => both(`${method} ${name}`))),
    ...tables.flatMap(({ name, columns }) => columns.map((column) => `column ${name}.${column}`)),
    ...functions.flatMap(({ name }) => [...both(`POST rpc/${name}`), `coach GET rpc/${name}`]),
    ...(await joined(scene)).flatMap(({ key, child, parent }) => [
      `embedded ${child} ${key}`,
      `embedded ${parent} ${key}`,
    ]),
  ]
}
