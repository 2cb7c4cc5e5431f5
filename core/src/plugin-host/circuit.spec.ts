import { expect } from 'chai';
import { createCircuit } from './circuit.js';

describe('circuit', () => {
  let clock = 0;
  const make = () => createCircuit({ threshold: 3, pauseMs: 100, longestPauseMs: 300, now: () => clock });
  const fail = (circuit: ReturnType<typeof make>) => {
    expect(circuit.enter()).to.equal(true);
    circuit.failure();
  };

  beforeEach(() => (clock = 0));

  it('opens after consecutive failures only', () => {
    const circuit = make();
    fail(circuit);
    fail(circuit);
    circuit.enter();
    circuit.success();
    fail(circuit);
    fail(circuit);

    expect(circuit.isOpen()).to.equal(false);
    fail(circuit);
    expect(circuit.isOpen()).to.equal(true);
    expect(circuit.enter()).to.equal(false);
    expect(circuit.waitMs()).to.equal(100);
  });

  it('lets one probe through, doubles the pause, and closes on success', () => {
    const circuit = make();
    for (let n = 0; n < 3; n += 1) fail(circuit);

    clock = 100;
    expect([circuit.enter(), circuit.enter()]).to.deep.equal([true, false]);
    circuit.failure();
    expect(circuit.waitMs()).to.equal(200);
    clock = 300;
    circuit.enter();
    circuit.failure();
    expect(circuit.waitMs()).to.equal(300);
    clock = 600;
    circuit.enter();
    circuit.success();
    expect(circuit.isOpen()).to.equal(false);
    expect(circuit.enter()).to.equal(true);
  });

  it('gives the probe back when it was cancelled', () => {
    const circuit = make();
    for (let n = 0; n < 3; n += 1) fail(circuit);
    clock = 100;
    circuit.enter();

    circuit.release();

    expect(circuit.enter()).to.equal(true);
  });

  it('does not lengthen the pause for calls that began before it opened', () => {
    const circuit = make();
    for (let n = 0; n < 5; n += 1) circuit.enter();
    for (let n = 0; n < 5; n += 1) circuit.failure();

    expect(circuit.waitMs()).to.equal(100);
  });
});
