// Preloaded into a process (`node --import`): each SIGUSR2 is a promise that is rejected and that
// nobody waits for.
process.on('SIGUSR2', () => void Promise.reject(new Error('a stray rejection')));
