// slow: makes the scene at its full size
import { createHits, findBallHits } from 'pliant';
import { inspectSurface } from 'pliant/inspect';
import { buildTree, createPose, fieldIndex, findEdges, findUnusedVertices, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { CURTAIN_DEFAULTS, LARGE_CURTAIN, createCurtainScene } from '../../scenes/curtain.js';
import { BACKENDS, refittedBody } from '../support/sample-bodies.js';
import { hashWords } from '../support/same-words.js';

const SCENE = createCurtainScene();

/** How many triangles the ball touches in each frame of a flight. */
function touchesOf(scene: ReturnType<typeof createCurtainScene>, flight: 'pass' | 'glide'): number[] {
  const { mesh, model } = scene;
  const body = refittedBody(BACKENDS.wasm, { mesh, model, tree: buildTree(mesh) });
  const hits = createHits(1000);
  const counts = scene.weights.map((weights, frame) => {
    body.setWeights(weights);
    return findBallHits(body, scene.centers[flight][frame], scene.ballRadius, hits);
  });
  body.dispose();
  return counts;
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b) / values.length;
}

describe('the curtain', () => {
  it('has the size of the paper: 6,184 vertices, 12,020 faces, 12 fields, 110 frames', () => {
    expect(SCENE.mesh.vertexCount).toBe(6184);
    expect(SCENE.mesh.triangleCount).toBe(12_020);
    expect(SCENE.model.fieldCount).toBe(12);
    expect(SCENE.frameCount).toBe(110);
    expect(SCENE.weights.map((weights) => weights.length)).toEqual(Array.from({ length: 110 }, () => 12));
    expect([SCENE.centers.pass.length, SCENE.centers.glide.length]).toEqual([110, 110]);
    expect(SCENE.ballRadius).toBe(0.06);
  });

  it('is 0.96 m wide and 2.5 m high, in one piece, with one border and no vertex left over', () => {
    const { positions } = SCENE.mesh;
    const side = (axis: number): number => {
      const values = positions.filter((_, k) => k % 3 === axis);
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    };
    expect(side(0)).toBeCloseTo(0.96, 6);
    expect(side(1)).toBeCloseTo(2.5, 6);
    expect(findUnusedVertices(SCENE.mesh).length).toBe(0);
    // One piece with one border: Euler's vertices - edges + faces is 1.
    const edges = findEdges(SCENE.mesh);
    expect(SCENE.mesh.vertexCount - edges.edgeCount + SCENE.mesh.triangleCount).toBe(1);
    const { boundaryEdges, nonManifoldEdges, misorientedEdges } = inspectSurface(SCENE.mesh, edges);
    expect(boundaryEdges.length).toBe(2 * (48 + 125));
    expect([nonManifoldEdges.length, misorientedEdges.length]).toEqual([0, 0]);
  });

  it('is moved by smooth fields whose amplitudes fall off from 0.25 m, and hangs still at the rail', () => {
    const { fields, fieldCount, vertexCount } = SCENE.model;
    for (let field = 0; field < fieldCount; field++) {
      let largest = 0;
      for (let vertex = 0; vertex < vertexCount; vertex++) {
        const [x, y, z] = [0, 1, 2].map((axis) => fields[fieldIndex(fieldCount, field, vertex * 3 + axis)]);
        largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
      }
      expect(largest, `field ${field}`).toBeCloseTo(0.25 / (field + 1), 3);
    }

    const pose = createPose(SCENE.model.poseLayout);
    setWeights(pose, SCENE.weights[30]);
    const posed = new Float32Array(SCENE.mesh.positions.length);
    poseMesh(SCENE.model, pose, posed);
    for (let vertex = 0; vertex < 49; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        expect(posed[vertex * 3 + axis]).toBeCloseTo(SCENE.mesh.positions[vertex * 3 + axis], 12);
      }
    }
  });

  it('moves little from one frame to the next, with weights between -1 and 1', () => {
    for (let frame = 0; frame < 110; frame++) {
      for (let j = 0; j < 12; j++) {
        expect(Math.abs(SCENE.weights[frame][j])).toBeLessThanOrEqual(1);
        if (frame > 0) expect(Math.abs(SCENE.weights[frame][j] - SCENE.weights[frame - 1][j])).toBeLessThan(0.35);
      }
    }
  });

  it('is passed by a ball that touches less than one triangle per frame on average, but does touch it', () => {
    const touches = touchesOf(SCENE, 'pass');
    expect(mean(touches)).toBeGreaterThan(0);
    expect(mean(touches)).toBeLessThan(1);
    expect(touches.filter((count) => count > 0).length).toBeLessThanOrEqual(3);
  });

  it('is grazed by a gliding ball that touches 15 to 19 triangles per frame on average', () => {
    const touches = touchesOf(SCENE, 'glide');
    expect(mean(touches)).toBeGreaterThan(15);
    expect(mean(touches)).toBeLessThan(19);
    expect(Math.min(...touches), 'in every frame').toBeGreaterThan(0);
  });

  it('has the same bits in every engine', () => {
    const { mesh, model, weights, centers } = SCENE;
    expect(hashWords(mesh.positions, mesh.triangles)).toBe('ae645fbe');
    expect(hashWords(model.fields)).toBe('4bd9b894');
    expect(hashWords(...weights)).toBe('0dd445c9');
    expect(hashWords(...centers.pass, ...centers.glide)).toBe('eec0c5d5');
  });

  it('comes out the same again, and otherwise with another seed', () => {
    expect(createCurtainScene(CURTAIN_DEFAULTS)).toEqual(SCENE);
    const other = createCurtainScene({ seed: 1 });
    expect(hashWords(...other.weights)).not.toBe(hashWords(...SCENE.weights));
    expect(hashWords(other.model.fields)).toBe(hashWords(SCENE.model.fields));
  });

  it('comes in any resolution: twenty times as fine for measuring, with about as many touches', () => {
    const large = createCurtainScene(LARGE_CURTAIN);
    expect(large.mesh.triangleCount).toBeGreaterThan(240_000);
    expect(large.mesh.triangleCount).toBeLessThan(241_000);
    expect(large.model.fieldCount).toBe(10);
    const touches = mean(touchesOf(large, 'glide'));
    expect(touches).toBeGreaterThan(13);
    expect(touches).toBeLessThan(22);
    expect(mean(touchesOf(large, 'pass'))).toBeLessThan(1);
  });
});
