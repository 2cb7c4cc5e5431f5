globalThis.lecternFixtureLog?.push('an incompatible plugin was run');
