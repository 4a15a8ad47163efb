-- Whoever watches an episode being made hears of each source. The insert changes nothing in the
-- episode's row that its own trigger looks at.
CREATE TRIGGER "podcast_sources_tell" AFTER INSERT ON "podcast_sources" FOR EACH ROW
EXECUTE FUNCTION "tell_of_part"();
