// Imported before anything logs: a terminal shows progress instead. LOG_LEVEL brings the log back.
process.env.LOG_LEVEL ||= 'silent';
