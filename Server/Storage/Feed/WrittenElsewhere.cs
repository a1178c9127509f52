namespace IwTune.Server.Storage.Feed;

/// <summary>Counts what other servers stored with what this one stored (<see cref="Database.Written"/>).</summary>
internal static class WrittenElsewhere
{
    public static void Join(ChangeFeed feed, Database database)
    {
        Count(Topic.Written, decision: true);
        foreach (var topic in new[] { Topic.Presence, Topic.Seen, Topic.Reported })
            Count(topic, decision: false);

        void Count(string topic, bool decision) =>
            feed.On(
                topic,
                _ =>
                {
                    database.CountWrite(decision);
                    return Task.CompletedTask;
                },
                still: false
            );
    }
}
