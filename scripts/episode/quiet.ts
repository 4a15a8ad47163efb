// Imported before anything logs: on a terminal the progress is what counts. LOG_LEVEL has the log again.
process.env.LOG_LEVEL ||= 'silent';
