/** Elements against closed forms: rigid motion, stretch, shear, linear displacement, and the gradient of the energy. */
import { createPlane } from 'pliant';
import { cos, createRandom, sin } from 'pliant/exact';
import { addForce, createMaterial, createSoftBody, readEnergy } from 'pliant/sim';
import type { Material, SoftBody, SoftBodyOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { createSolidBlock } from '../../../scenes/solid-block.js';
import { expectRefused } from '../../mesh/expect-refused.js';

const MATERIAL = createMaterial({ young: 2e5, poisson: 0.35 });
/** What is left of forces is measured by those that a strain of 1 would have. */
const PRECISIONS = [
  ['float64', 1e-12],
  ['float32', 1e-5],
] as const;

type Matrix = readonly [number, number, number, number, number, number, number, number, number];

function makeBlock(precision: 'float32' | 'float64', options: SoftBodyOptions = {}): SoftBody {
  const block = createSolidBlock({ cells: [4, 3, 5], jitter: 0.25, at: [-0.2, -0.1, 0.3] });
  return createSoftBody(block, { material: MATERIAL, precision, gravity: [0, 0, 0], ...options });
}

function forcesOf(body: SoftBody): Float64Array {
  const out = new Float64Array(body.positions.length);
  body.law(body.positions, body.velocities, out);
  return out;
}

/** Force of a stress of one modulus on a face of a cell. */
const SCALE = MATERIAL.lambda * 0.1 * 0.1;

function largest(forces: Float64Array): number {
  return forces.reduce((most, force) => Math.max(most, Math.abs(force)), 0);
}

function moveBy(body: SoftBody, m: Matrix, by: readonly number[] = [0, 0, 0]): void {
  const { positions } = body;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    for (let row = 0; row < 3; row++) {
      positions[i + row] = m[row * 3] * x + m[row * 3 + 1] * y + m[row * 3 + 2] * z + by[row];
    }
  }
}

function rotation(angle: number, axis: readonly [number, number, number]): Matrix {
  const [x, y, z] = axis.map((part) => part / Math.sqrt(axis.reduce((sum, one) => sum + one * one, 0)));
  const [c, s] = [cos(angle), sin(angle)];
  const t = 1 - c;
  return [
    t * x * x + c,
    t * x * y - s * z,
    t * x * z + s * y,
    t * x * y + s * z,
    t * y * y + c,
    t * y * z - s * x,
    t * x * z - s * y,
    t * y * z + s * x,
    t * z * z + c,
  ];
}

describe.each(PRECISIONS)('elements in %s', (precision, tolerance) => {
  it('have no force at rest, and none when a body is turned and moved', () => {
    const random = createRandom(18_100);
    expect(largest(forcesOf(makeBlock(precision)))).toBeLessThan(tolerance * SCALE);
    for (let run = 0; run < 20; run++) {
      const body = makeBlock(precision);
      const axis = [0, 1, 2].map(() => random.range(-1, 1)) as [number, number, number];
      moveBy(
        body,
        rotation(random.range(-3, 3), axis),
        [0, 1, 2].map(() => random.range(-1, 1)),
      );
      expect(largest(forcesOf(body)), `run ${run}`).toBeLessThan(tolerance * SCALE);
      expect(Math.abs(readEnergy(body).elastic)).toBeLessThan(1e-20 * SCALE + 1e-24);
    }
  });

  it('are not damped as they turn and fly', () => {
    const body = makeBlock(precision, { material: createMaterial({ young: 2e5, poisson: 0.35, phi: 300, psi: 400 }) });
    for (let i = 0; i < body.positions.length; i += 3) {
      const [x, y, z] = body.positions.subarray(i, i + 3);
      body.velocities.set([3 * y - 2 * z + 5, z - 3 * x - 7, 2 * x - y + 1], i);
    }
    expect(largest(forcesOf(body))).toBeLessThan(10 * tolerance * SCALE);
  });

  it.each([
    ['stretched', [1.2, 0, 0, 0, 0.9, 0, 0, 0, 1.1]],
    ['sheared', [1, 0.3, -0.1, 0, 1, 0.2, 0, 0, 1]],
    ['stretched and turned', [0, -1.2, 0, 1.1, 0, 0.1, 0, 0, 0.8]],
    ['far away', [1.1, 0.1, 0, 0, 1, 0, 0.1, 0, 1]],
  ] as const)(
    'pass the patch test %s: what is inside is in balance, and what is outside is pulled by stress',
    (name, matrix) => {
      const body = makeBlock(precision);
      const m = matrix as unknown as Matrix;
      moveBy(body, m, name === 'far away' ? [3000, -2000, 1000] : [0, 0, 0]);
      const forces = forcesOf(body);
      const { isOutside } = createSolidBlock({ cells: [4, 3, 5] });
      const expected = surfaceForces(body, m, MATERIAL);
      let inside = 0;
      for (let vertex = 0; vertex < body.vertexCount; vertex++) {
        for (let axis = 0; axis < 3; axis++) {
          const of = vertex * 3 + axis;
          const wanted = isOutside[vertex] === 1 ? expected[of] : 0;
          // Coordinates of thousands of metres have but so many digits, in float64 as well.
          expect(Math.abs(forces[of] - wanted), `vertex ${vertex}`).toBeLessThan(
            (name === 'far away' ? 1e-9 : 0) * SCALE + 10 * tolerance * SCALE,
          );
        }
        inside += isOutside[vertex] === 0 ? 1 : 0;
      }
      expect(inside).toBe(3 * 2 * 4);
      expect(largest(expected)).toBeGreaterThan(0.05 * SCALE);
    },
  );

  it('pull as the energy falls', () => {
    const random = createRandom(18_200);
    for (const spread of [0.02, 0.3]) {
      const body = makeBlock(precision);
      for (let i = 0; i < body.positions.length; i++) body.positions[i] += random.range(-spread, spread) * 0.1;
      const forces = forcesOf(body);
      const size = largest(forces);
      for (let run = 0; run < 40; run++) {
        const at = random.integer(body.positions.length);
        const place = body.positions[at];
        const step = 1e-6;
        body.positions[at] = place + step;
        const above = readEnergy(body).elastic;
        body.positions[at] = place - step;
        const below = readEnergy(body).elastic;
        body.positions[at] = place;
        expect(Math.abs(forces[at] + (above - below) / (2 * step)), `coordinate ${at}`).toBeLessThan(
          (1e-7 + tolerance) * size,
        );
      }
    }
  });

  it('pull as the energy falls where they are flat or turned inside out', () => {
    const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const tetrahedra = Uint32Array.of(0, 1, 2, 3);
    const random = createRandom(18_300);
    for (let run = 0; run < 60; run++) {
      const body = createSoftBody({ points, tetrahedra }, { material: MATERIAL, precision });
      for (let i = 0; i < 12; i++) body.positions[i] += random.range(-1.5, 1.5);
      const forces = forcesOf(body);
      for (let at = 0; at < 12; at++) {
        const place = body.positions[at];
        body.positions[at] = place + 1e-6;
        const above = readEnergy(body).elastic;
        body.positions[at] = place - 1e-6;
        const below = readEnergy(body).elastic;
        body.positions[at] = place;
        const wanted = -(above - below) / 2e-6;
        expect(Math.abs(forces[at] - wanted), `run ${run}`).toBeLessThan(
          (1e-6 + tolerance) * (largest(forces) + MATERIAL.lambda),
        );
      }
    }
  });

  it('add up to no force and no torque', () => {
    const random = createRandom(18_400);
    const body = makeBlock(precision, { material: createMaterial({ phi: 50, psi: 70 }) });
    for (let i = 0; i < body.positions.length; i++) {
      body.positions[i] += random.range(-0.02, 0.02);
      body.velocities[i] = random.range(-1, 1);
    }
    const forces = forcesOf(body);
    const sums = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < forces.length; i++) {
      const [next, last] = [(i % 3) + 1, (i % 3) + 2].map((axis) => i - (i % 3) + (axis % 3));
      sums[i % 3] += forces[i];
      sums[3 + (i % 3)] += body.positions[next] * forces[last] - body.positions[last] * forces[next];
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(10 * tolerance * largest(forces));
  });
});

/** What pulls on the surface of a block whose every element has the same stretch: each corner of a face has a third of the stress on it. */
function surfaceForces({ positions, tetrahedra }: SoftBody, m: Matrix, { lambda, mu }: Material): Float64Array {
  const product = (i: number, j: number): number => m[i] * m[j] + m[3 + i] * m[3 + j] + m[6 + i] * m[6 + j];
  const strain = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (product(i, j) - (i === j ? 1 : 0)) / 2));
  const trace = strain[0][0] + strain[1][1] + strain[2][2];
  const stress = strain.map((row, i) => row.map((part, j) => 2 * mu * part + (i === j ? lambda * trace : 0)));
  const first = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => m[i * 3] * stress[0][j] + m[i * 3 + 1] * stress[1][j] + m[i * 3 + 2] * stress[2][j]),
  );
  const rest = createSolidBlock({ cells: [4, 3, 5], jitter: 0.25, at: [-0.2, -0.1, 0.3] }).points;
  const faces = new Map<string, readonly number[]>();
  for (let i = 0; i < tetrahedra.length; i += 4) {
    for (const [a, b, c] of [
      [1, 2, 3],
      [0, 3, 2],
      [0, 1, 3],
      [0, 2, 1],
    ]) {
      const face = [tetrahedra[i + a], tetrahedra[i + b], tetrahedra[i + c]];
      const name = face.toSorted((p, q) => p - q).join();
      if (!faces.delete(name)) faces.set(name, face);
    }
  }
  const out = new Float64Array(positions.length);
  for (const face of faces.values()) {
    const [p, q, r] = face.map((vertex) => [...rest.subarray(vertex * 3, vertex * 3 + 3)]);
    const [u, v] = [q, r].map((corner) => corner.map((part, axis) => part - p[axis]));
    // Outward, half as long as the face is large.
    const area = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]].map(
      (part) => part / 2,
    );
    for (const vertex of face) {
      // An element pulls inward what the stress would have to pull outward.
      for (let axis = 0; axis < 3; axis++) {
        out[vertex * 3 + axis] -= (first[axis][0] * area[0] + first[axis][1] * area[1] + first[axis][2] * area[2]) / 3;
      }
    }
  }
  return out;
}

describe('createSoftBody', () => {
  const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1);
  const good = { points, tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3) };

  it('shares the mass of each tetrahedron among its corners, and fills it as it is told', () => {
    const { masses } = createSoftBody(good, { material: createMaterial({ density: 12 }), fills: [1, 0.5] });
    // A sixth and a third of a cubic metre.
    expect([...masses].map((mass) => Math.round(mass * 1e9) / 1e9)).toEqual([0.5, 1, 1, 1, 0.5]);
    const half = createSoftBody(good, { precision: 'float64', fills: [0.5, 0.5] });
    const whole = createSoftBody(good, { precision: 'float64' });
    for (const body of [half, whole]) body.positions[0] = 0.25;
    const [ofHalf, ofWhole] = [half, whole].map(forcesOf);
    ofHalf.forEach((force, i) => expect(force).toBeCloseTo(ofWhole[i] / 2, 6));
  });

  it.each([
    [
      'flipped',
      { tetrahedra: Uint32Array.of(0, 2, 1, 3, 1, 4, 2, 3) },
      'bad-number',
      ['tetrahedron 0', '-0.1666', 'orientTetrahedra'],
    ],
    [
      'flat',
      { tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 1) },
      'bad-number',
      ['tetrahedron 1', 'flat', 'volume of 0'],
    ],
    [
      'twice',
      { tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 3, 2, 0, 1, 3) },
      'mismatch',
      ['tetrahedron 2 is duplicated', 'dropDuplicated'],
    ],
    ['unused', { tetrahedra: Uint32Array.of(0, 1, 2, 3) }, 'mismatch', ['point 4', 'mass', 'dropUnused']],
    [
      'far',
      { tetrahedra: Uint32Array.of(0, 1, 2, 3, 1, 4, 2, 5) },
      'bad-index',
      ['tetrahedron 1', 'point 5', '5 points'],
    ],
    ['cut', { tetrahedra: Uint32Array.of(0, 1, 2) }, 'bad-count', ['3 numbers', 'pass 4']],
    ['none', { tetrahedra: new Uint32Array(0) }, 'bad-count', ['0 numbers']],
    ['nowhere', { points: points.map((x, i) => (i === 7 ? NaN : x)) }, 'bad-number', ['points[7]', 'NaN']],
    ['a list', { points: [0, 0, 0] as unknown as Float64Array }, 'bad-type', ['points', 'Float32Array']],
  ] as const)('refuses a solid that is %s', (_, change, code, parts) => {
    expectRefused(() => createSoftBody({ ...good, ...change }), code, 'createSoftBody', ...parts);
  });

  it.each([
    [{ material: { ...MATERIAL, mu: 0 } }, 'bad-number', ['material.mu', '0']],
    [{ material: { ...MATERIAL, mu: -3 } }, 'bad-number', ['material.mu', '-3']],
    [{ fills: [1, 0] }, 'bad-number', ['fills[1]', '0']],
    [{ fills: [1.5, 1] }, 'bad-number', ['fills[0]', '1.5']],
    [{ fills: [1] }, 'bad-count', ['fills', '2 tetrahedra']],
    [{ pinned: [5] }, 'bad-count', ['pinned[0]', '4']],
    [{ gravity: [0, NaN, 0] as const }, 'bad-number', ['gravity[1]']],
    [{ planes: [{ normal: [0, 0, 0] as const }] }, 'bad-number', ['planes[0].normal']],
    [{ planes: [{ normal: [0, 1, 0] as const, stiffness: 0 }] }, 'bad-number', ['planes[0].stiffness']],
    [{ planes: [{ normal: [0, 1, 0] as const, friction: -1 }] }, 'bad-number', ['planes[0].friction']],
    [{ precision: 'half' as 'float32' }, 'bad-type', ['precision', 'half']],
    [{ pined: [1] }, 'unsupported', ['pined']],
  ] as const)('refuses options that cannot be: %o', (options, code, parts) => {
    expectRefused(() => createSoftBody(good, options as SoftBodyOptions), code, 'createSoftBody', ...parts);
  });

  it('rests on the plane that createPlane makes of the same normal and offset', () => {
    const [plane] = createSoftBody(good, { planes: [{ normal: [0, 3, -4], offset: 10 }] }).planes;
    expect([...plane.normal, plane.offset]).toEqual([...createPlane([0, 3, -4], 10).plane]);
  });

  it('refuses forces on vertices that are not there', () => {
    const body = createSoftBody(good);
    for (const vertex of [-1, 5, 0.5, NaN])
      expectRefused(() => addForce(body, vertex, 0, 0, 0), 'bad-index', 'addForce', String(vertex));
    addForce(body, 2, 1, 2, 3);
    addForce(body, 2, 1, 2, 3);
    expect([...body.forces.subarray(6, 9)]).toEqual([2, 4, 6]);
  });
});
