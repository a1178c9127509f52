namespace IwTune.Server.Storage.Feed;

/// <summary>
/// What memory keeps of the store, and so what one server has to tell the others. The words travel: they never change their meaning.
/// </summary>
internal static class Topic
{
    /// <summary>Members: joined, left, labelled, with other facts or another secret. Keys are host ids.</summary>
    public const string Hosts = "hosts";

    /// <summary>Hosts that told other facts than those in force, which take effect later. Keys are host ids.</summary>
    public const string Moves = "moves";

    /// <summary>Which lists of hosts that stand out a host is in. Keys are host ids.</summary>
    public const string Standing = "standing";

    /// <summary>What hosts must have: policies, assignments, holds, rollouts in force.</summary>
    public const string Requirements = "requirements";

    /// <summary>Exceptions from judgement.</summary>
    public const string Exceptions = "exceptions";

    /// <summary>Hosts of which something new was heard. Keys are presences, whole.</summary>
    public const string Presence = "presence";

    /// <summary>Hosts that said again what they said before. Keys are their id, the time and the number.</summary>
    public const string Seen = "seen";

    /// <summary>Hosts whose reports were taken by a server that does not judge. Keys are host ids.</summary>
    public const string Reported = "reported";

    /// <summary>Up to when every host is judged. The key is that instant, unix milliseconds.</summary>
    public const string Judged = "judged";

    /// <summary>A server is there. The key is its own.</summary>
    public const string Beat = "beat";
}
