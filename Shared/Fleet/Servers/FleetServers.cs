namespace IwTune.Shared.Fleet.Servers;

/// <summary>Whether a server follows the store.</summary>
public enum ServerState
{
    /// <summary>It does.</summary>
    InStep,

    /// <summary>It reloads its in-memory data, and calls wait.</summary>
    Behind,

    /// <summary>It was not heard of for 15 seconds.</summary>
    Silent,
}

/// <summary>The servers of one store.</summary>
/// <param name="Store">The engine and its version.</param>
/// <param name="Shared">True when several servers may share the store.</param>
/// <param name="Term">How often the lead has passed from one server to another; 0 where one server has the store to itself.</param>
/// <param name="Servers">Those that were heard of within the last hour, the longest running first.</param>
public sealed record FleetServers(string Store, bool Shared, long Term, IReadOnlyList<FleetServer> Servers);

/// <summary>One server.</summary>
/// <param name="Id">Of this run of it, UUIDv7, text.</param>
/// <param name="Name">The machine's name.</param>
/// <param name="Url">Where it listens.</param>
/// <param name="Version">Of the program.</param>
/// <param name="Started">When it started.</param>
/// <param name="Heard">When it last sent its heartbeat; a server sends one every five seconds.</param>
/// <param name="Leads">True for the server that advances rollouts, judges silence, ends holds and signs the audit log.</param>
/// <param name="Answers">True of the server that gave this answer.</param>
/// <param name="State">Whether it follows the store.</param>
/// <param name="LagMs">
/// How long its last message took to return to it from the database, milliseconds; <see langword="null"/> while that is not known.
/// </param>
public sealed record FleetServer(
    string Id,
    string Name,
    string Url,
    string Version,
    DateTimeOffset Started,
    DateTimeOffset Heard,
    bool Leads,
    bool Answers,
    ServerState State,
    long? LagMs
);
