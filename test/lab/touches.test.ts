// slow: draws what touches what in software, scene by scene
import { createHits } from 'pliant';
import { bruteBallHits } from 'pliant/oracle';
import { createPose, poseMesh, setWeights } from 'pliant/parts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import type { CurtainScene, Flight } from '../../scenes/curtain.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
let scene: CurtainScene;
beforeAll(async () => {
  browser = await launchBrowser();
  scene = createCurtainScene();
});
afterAll(() => browser.close());

/** Every triangle tested, no tree: what the ball touches in a frame. */
function touchedByBruteForce(center: ArrayLike<number>, frame: number, radius = scene.ballRadius): number[] {
  const pose = createPose(scene.model.poseLayout);
  setWeights(pose, scene.weights[frame]);
  const positions = new Float32Array(scene.mesh.vertexCount * 3);
  poseMesh(scene.model, pose, positions);
  const hits = createHits(scene.mesh.triangleCount);
  bruteBallHits(positions, scene.mesh.triangles, center, radius, hits);
  return [...hits.triangles.subarray(0, hits.count)];
}

describe('the triangles that light up', () => {
  it.each<[flight: Flight, least: number, most: number]>([
    ['pass', 0.1, 1],
    ['glide', 14, 20],
  ])(
    'are those that brute force finds in all frames of the flight %s, %d to %d on average',
    async (flight, least, most) => {
      const lab = await openLab(browser, `playing=no&flight=${flight}`, { viewport: SMALL_WINDOW });
      let sum = 0;
      for (let frame = 0; frame < scene.frameCount; frame++) {
        const { touched, marked, frame: shownFrame } = await lab.snapshot();
        expect(shownFrame).toBe(frame);
        expect(touched, `frame ${frame}`).toEqual(touchedByBruteForce(scene.centers[flight][frame], frame));
        expect(marked, `frame ${frame}`).toEqual(touched);
        expect(await lab.text('touched'), `frame ${frame}`).toBe(String(touched.length));
        sum += touched.length;
        await lab.page.keyboard.press('.');
      }
      expect((await lab.snapshot()).frame, 'round the end of the film').toBe(0);
      expect(sum / scene.frameCount).toBeGreaterThan(least);
      expect(sum / scene.frameCount).toBeLessThan(most);
      expect(lab.problems).toEqual([]);
      await lab.close();
    },
  );

  it('stay the same with spheres, in TypeScript, and with another tree', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30');
    const { touched, nodesVisited } = await lab.snapshot();
    expect(touched.length).toBeGreaterThan(0);

    await lab.page.getByText('Spheres', { exact: true }).click();
    const spheres = await lab.loaded();
    expect(spheres.state.bound).toBe('sphere');
    expect(spheres.touched).toEqual(touched);
    expect(spheres.marked).toEqual(touched);
    expect(spheres.nodesVisited).not.toBe(nodesVisited);

    await lab.page.getByText('TypeScript', { exact: true }).click();
    const inTypeScript = await lab.loaded();
    expect(inTypeScript.backend).toBe('typescript');
    expect(inTypeScript.touched).toEqual(touched);
    expect(inTypeScript.boundTests).toBe(spheres.boundTests);

    await lab.page.locator('#arity').selectOption('2');
    await lab.page.locator('#leaf-size').selectOption('1');
    const binary = await lab.loaded();
    expect(binary.nodesOfLevel.reduce((sum, count) => sum + count)).toBe(2 * scene.mesh.triangleCount - 1);
    expect(binary.touched).toEqual(touched);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('stay the same whether bounds are lazy, adaptive or refitted, and only what was computed differs', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30');
    for (const frame of [30, 64, 90]) {
      await lab.page.locator('#frame').fill(String(frame));
      await lab.page.getByText('Lazy', { exact: true }).click();
      const lazy = await lab.snapshot();
      expect(lazy.touched).toEqual(touchedByBruteForce(scene.centers.glide[frame], frame));
      expect(lazy.blocksEvaluated).toBe(lazy.nodesVisited);
      expect(lazy.verticesPosed).toBeLessThan(150);
      expect(lazy.isRefitted).toBe(false);
      await lab.page.getByText('Adaptive', { exact: true }).click();
      const adaptive = await lab.snapshot();
      expect({ ...adaptive, state: lazy.state }, 'what barely touches stays lazy').toEqual(lazy);
      await lab.page.getByText('Refit', { exact: true }).click();
      const refit = await lab.snapshot();
      expect(refit.touched).toEqual(lazy.touched);
      expect(refit.marked).toEqual(lazy.touched);
      expect(refit.isRefitted).toBe(true);
      expect(refit.verticesPosed).toBe(scene.mesh.vertexCount);
      expect(refit.blocksEvaluated).toBeGreaterThan(1000);
      expect(refit.nodesVisited, 'exact boxes are tighter').toBeLessThanOrEqual(lazy.nodesVisited);
      expect(await lab.text('vertices-posed')).toBe('6,184');
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are many for a large ball, and for the largest the adaptive way refits', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30&ballSize=10&strategy=adaptive');
    for (const [size, fewest, isRefitted, said] of [
      [10, 2000, false, 'It stays lazy.'],
      [30, 10_000, true, 'It refitted this frame.'],
      [1, 1, false, 'It stays lazy.'],
    ] as const) {
      await lab.page
        .getByRole('radiogroup', { name: 'Size of the ball' })
        .getByText(`${size} ×`, { exact: true })
        .click();
      const adaptive = await lab.snapshot();
      expect(adaptive.touched, `${size} ×`).toEqual(
        touchedByBruteForce(scene.centers.glide[30], 30, scene.ballRadius * size),
      );
      expect(adaptive.touched.length).toBeGreaterThanOrEqual(fewest);
      expect(adaptive.marked).toEqual(adaptive.touched);
      expect(adaptive.isRefitted).toBe(isRefitted);
      expect(await lab.text('race-result')).toContain(said);
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are found in TypeScript where there is no WebAssembly, and the page says so', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30', {
      before: [() => void Reflect.deleteProperty(globalThis, 'WebAssembly')],
    });
    const { backend, touched } = await lab.snapshot();
    expect(backend).toBe('typescript');
    expect(touched).toEqual(touchedByBruteForce(scene.centers.glide[30], 30));
    expect(await lab.text('backend-hint')).toContain('cannot be used here');
    await lab.close();
  });

  it('follow a ball that is dragged by hand', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30');
    const before = await lab.snapshot();
    const { x, y } = await lab.page.evaluate(() => {
      const canvas = document.querySelector('canvas')!.getBoundingClientRect();
      const [screenX, screenY] = window.pliantLab.snapshot()!.ballOnScreen;
      return { x: canvas.left + screenX, y: canvas.top + screenY };
    });
    await lab.page.mouse.move(x, y);
    await lab.page.mouse.down();
    await lab.page.mouse.move(x - 30, y - 60, { steps: 4 });
    await lab.page.mouse.up();
    const after = await lab.snapshot();
    expect(after.state.flight).toBe('hand');
    expect(after.ball).not.toEqual(before.ball);
    expect(after.camera, 'the view stays').toEqual(before.camera);
    expect(after.touched.length, 'the ball is pressed into the cloth').toBeGreaterThan(0);
    expect(after.touched).toEqual(touchedByBruteForce(after.ball, 30));
    expect(after.marked).toEqual(after.touched);
    await lab.close();
  });
});
