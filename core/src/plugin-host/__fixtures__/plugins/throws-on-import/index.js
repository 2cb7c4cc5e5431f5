throw new Error('thrown while imported');
