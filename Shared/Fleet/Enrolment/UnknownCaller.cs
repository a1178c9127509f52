namespace IwTune.Shared.Fleet.Enrolment;

/// <summary>A call of a host that this server has no record of.</summary>
/// <param name="HostId">The id it gave; nothing proves it.</param>
/// <param name="Address">Where it called from.</param>
/// <param name="First">Its first call since the server was started.</param>
/// <param name="Last">Its latest.</param>
public sealed record UnknownCaller(string HostId, string Address, DateTimeOffset First, DateTimeOffset Last);
