// Lint rules for the core: the same input gives the same bits on every engine, machine and day.
//
// ECMAScript leaves the accuracy of most of `Math`, and of `**`, to the engine ("implementation-approximated"); only the
// names below are defined to the last bit. The clock is a rule of its own: code that only paces itself may look at it,
// and says so where it switches the rule off.

/** @typedef {Extract<Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1], { create: unknown }>} Rule */

const CONSTANTS = ['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'];
const INTEGER_OPERATIONS = ['ceil', 'clz32', 'floor', 'imul', 'round', 'trunc'];
const EXACT = new Set([...CONSTANTS, ...INTEGER_OPERATIONS, 'abs', 'fround', 'max', 'min', 'sign', 'sqrt']);
const CLOCKS = new Set(['Date', 'performance']);

/** @type {Rule} */
export const noPlatformMath = {
  meta: { type: 'problem', docs: { description: 'Forbid arithmetic whose last bit depends on the engine.' } },
  create(context) {
    return {
      // `Math` may only stand before a dot and an exact name, so that no alias, destructuring or bracket hides another.
      Identifier(node) {
        if (node.name !== 'Math') return;
        const { parent } = node;
        const name =
          parent.type === 'MemberExpression' && parent.object === node && !parent.computed && 'name' in parent.property
            ? parent.property.name
            : undefined;
        if (name === undefined) {
          context.report({ node, message: 'Write Math.name, so that lint sees which function is meant.' });
        } else if (!EXACT.has(name)) {
          context.report({ node, message: `Math.${name} may differ in the last bit between engines: use src/math.` });
        }
      },
      BinaryExpression(node) {
        if (node.operator === '**')
          context.report({ node, message: '** may differ between engines: multiply or shift.' });
      },
      AssignmentExpression(node) {
        if (node.operator === '**=')
          context.report({ node, message: '**= may differ between engines: multiply or shift.' });
      },
    };
  },
};

/** @type {Rule} */
export const noClock = {
  meta: { type: 'problem', docs: { description: 'Forbid results that depend on when the code runs.' } },
  create(context) {
    return {
      Identifier(node) {
        const { parent } = node;
        const isOwnName =
          (parent.type === 'MemberExpression' &&
            parent.property === node &&
            !parent.computed &&
            !isGlobal(parent.object)) ||
          (parent.type === 'Property' && parent.key === node && !parent.computed);
        if (!CLOCKS.has(node.name) || isOwnName) return;
        context.report({ node, message: `${node.name} differs from run to run: let the caller pass the time in.` });
      },
    };
  },
};

/** @param {{ type: string, name?: unknown }} node */
function isGlobal(node) {
  return node.type === 'Identifier' && node.name === 'globalThis';
}

export default {
  meta: { name: 'same-bits' },
  rules: { 'no-platform-math': noPlatformMath, 'no-clock': noClock },
};
