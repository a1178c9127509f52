using System.Globalization;

namespace IwTune.Shared.Wire;

/// <summary>A person at the host set a hold: the agent changes nothing.</summary>
/// <param name="By">Who, in the words of the host: a user's name, or the file that says so.</param>
/// <param name="Since">Since when, by the host's clock.</param>
/// <param name="Until">When it ends by itself; <see langword="null"/> when a person must release it.</param>
/// <param name="Reason">Why, in their words; may be empty.</param>
public sealed record HoldState(string By, DateTimeOffset Since, DateTimeOffset? Until, string Reason)
{
    /// <summary>As a clause: <c>held by root since 2026-11-21 12:00Z until 14:00Z: maintenance</c>.</summary>
    public override string ToString() =>
        $"held by {Actors.Name(By)} since "
        + $"{Instant(Since)}{(Until is { } until ? $", until {Instant(until)}" : "")}{(Reason.Length == 0 ? "" : $": {Reason}")}";

    private static string Instant(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
