globalThis.lecternFixtureLog?.push('an invalid plugin was run');
