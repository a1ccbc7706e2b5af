import { ts } from 'ts-morph'
import { replace } from '../../../../codemods/rewrite/edit/edit.ts'
import { type Form, perFile } from '../form.ts'
import { all, holds, isAsync } from '../tree.ts'

/** What a function does within a `try`, and what went wrong thrown again. */
export const form: Form = {
  example: {
    before: 'async function get(id) { return await call(id) }',
    after: 'async function get(id) {\ntry { return await call(id) } catch (error) {\nthrow error\n}\n}',
  },
  apply: perFile((file) =>
    all(file, ts.isBlock)
      .filter((block) => ts.isFunctionLike(block.parent) && isAsync(block.parent))
      .filter((block) => holds(block, ts.isAwaitExpression, true))
      .map((block) => [replace(block, `{\ntry ${block.getText()} catch (error) {\nthrow error\n}\n}`)]),
  ),
}
