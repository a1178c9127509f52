namespace IwTune.Server.Storage.Feed;

/// <summary>
/// The kinds of stored data that servers keep in memory, and so must announce to each other. The words are part of the protocol: their
/// meaning never changes.
/// </summary>
internal static class Topic
{
    /// <summary>Members: enrolled, left, labelled, with other facts or another secret. Keys are host ids.</summary>
    public const string Hosts = "hosts";

    /// <summary>Hosts that reported other facts than those in force, which take effect later. Keys are host ids.</summary>
    public const string Moves = "moves";

    /// <summary>Which lists of hosts that stand out a host is in. Keys are host ids.</summary>
    public const string Standing = "standing";

    /// <summary>What hosts must have: policies, assignments, holds, rollouts in force.</summary>
    public const string Requirements = "requirements";

    /// <summary>Exceptions from judgement.</summary>
    public const string Exceptions = "exceptions";

    /// <summary>Hosts with new check-ins. Keys are whole presences.</summary>
    public const string Presence = "presence";

    /// <summary>Hosts that said again what they said before. Keys are their id, the time and the number.</summary>
    public const string Seen = "seen";

    /// <summary>Hosts whose reports were taken by a server that does not judge. Keys are host ids.</summary>
    public const string Reported = "reported";

    /// <summary>Up to when every host is judged. The key is that instant, unix milliseconds.</summary>
    public const string Judged = "judged";

    /// <summary>Another server stored something that is in no other topic; pages that show the store are drawn again.</summary>
    public const string Written = "written";

    /// <summary>A server that hears messages from now on, and may have missed those before. The key is empty.</summary>
    public const string Listens = "listens";

    /// <summary>A server's heartbeat. The key is its own.</summary>
    public const string Beat = "beat";
}
