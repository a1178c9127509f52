using IwTune.Shared.Fleet.Servers;

namespace IwTune.Server.Features.Keys;

/// <summary>The result of a change of the fleet's keys.</summary>
internal abstract record KeyOutcome
{
    private KeyOutcome() { }

    /// <summary>It is done, and running servers announce it within seconds.</summary>
    /// <param name="Text">What was done and what follows, as sentences.</param>
    /// <param name="Retired">The key whose private half is to be deleted now.</param>
    public sealed record Done(string Text, KeyRow? Retired = null) : KeyOutcome;

    /// <summary>Nothing was changed.</summary>
    /// <param name="Why">The reason and the next step, as sentences.</param>
    public sealed record Refused(string Why) : KeyOutcome;

    /// <summary>Nothing was changed: hosts would be left behind.</summary>
    /// <param name="Count">How many.</param>
    /// <param name="Hosts">The first of them.</param>
    public sealed record LeavesBehind(long Count, IReadOnlyList<KeyStraggler> Hosts) : KeyOutcome;
}
