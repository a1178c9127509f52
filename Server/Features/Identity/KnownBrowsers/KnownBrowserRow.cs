namespace IwTune.Server.Features.Identity.KnownBrowsers;

/// <summary>A browser in which the person of an account has signed in, and its wrong passwords and codes since.</summary>
internal sealed class KnownBrowserRow
{
    public string Hash { get; init; } = "";
    public long Failed { get; init; }
    public long? LockedUntil { get; init; }
}
