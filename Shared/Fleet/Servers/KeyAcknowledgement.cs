using System.Globalization;

namespace IwTune.Shared.Fleet.Servers;

/// <summary>
/// The text about which hosts know the keys of a fleet: the same on the server's command line, on the agent's and in the console.
/// </summary>
public static class KeyAcknowledgement
{
    /// <summary>How many members have acknowledged the latest announcement, as a sentence.</summary>
    public static string Of(FleetKeys keys) =>
        keys switch
        {
            { Hosts: 0 } => "No hosts yet.",
            { Behind: 0, Hosts: 1 } => string.Create(
                CultureInfo.InvariantCulture,
                $"The host has acknowledged announcement {keys.Number}."
            ),
            { Behind: 0 } => string.Create(
                CultureInfo.InvariantCulture,
                $"All {keys.Hosts} hosts have acknowledged announcement {keys.Number}."
            ),
            _ => string.Create(
                CultureInfo.InvariantCulture,
                $"{keys.Behind} of {keys.Hosts} {(keys.Hosts == 1 ? "host has" : "hosts have")} not acknowledged announcement "
                    + $"{keys.Number}."
            ),
        };

    /// <summary>What a member has acknowledged, as a phrase.</summary>
    public static string Of(KeyStraggler host) =>
        host switch
        {
            { Acknowledged: { } number } => string.Create(CultureInfo.InvariantCulture, $"announcement {number}"),
            { Seen: null } => "has not checked in",
            _ => "agent too old: update it",
        };
}
