namespace IwTune.Agent.Ports;

/// <summary>Who changed something on the host, as far as it is known.</summary>
/// <param name="Who">
/// A word to count by: <c>NetworkManager</c>, <c>dhclient</c>, <c>openvpn (VPN)</c>, <c>a person</c>, <c>the kernel</c>,
/// <c>probably a Group Policy script</c>, <c>not known</c>.
/// </param>
/// <param name="How">
/// What else is known, for people: <c>pid 812</c>, <c>'ip route replace …' by root on a terminal</c>; may be empty.
/// </param>
/// <param name="At">When the change was noticed.</param>
public sealed record Attribution(string Who, string How, DateTimeOffset At)
{
    /// <summary>The word for a change whose author is not known.</summary>
    public const string NotKnown = "not known";

    /// <summary>
    /// The beginning of a <see cref="Who"/> that is a guess: something that happened at the time of the change, as Windows' event logs show
    /// it.
    /// </summary>
    public const string Probably = "probably ";

    /// <summary>The setting by which that program itself would give the route a window, as a sentence; empty when none is known.</summary>
    public string Advice { get; init; } = "";

    /// <summary>True when the author is known.</summary>
    public bool IsKnown => Who != NotKnown;

    /// <summary>As a clause, for a name from an earlier change: <c>changed by dhclient</c>, <c>probably changed by a script</c>.</summary>
    public static string ChangedBy(string who) =>
        who == NotKnown ? "changed by an unknown author"
        : who.StartsWith(Probably, StringComparison.Ordinal) ? $"{Probably}changed by {who[Probably.Length..]}"
        : $"changed by {who}";

    /// <summary>As a clause after the description of a change: <c>changed by dhclient (pid 812)</c>.</summary>
    public string Changed =>
        !IsKnown ? $"its author is {this}"
        : IsGuess ? $"{Probably}changed by {ToString()[Probably.Length..]}"
        : $"changed by {this}";

    /// <summary>As a clause after the description of a repair: <c> after dhclient</c>; empty when the author is not known.</summary>
    public string Repaired =>
        !IsKnown ? ""
        : IsGuess ? $"; it was {Probably}changed by {Who[Probably.Length..]}"
        : $" after {Who}";

    private bool IsGuess => Who.StartsWith(Probably, StringComparison.Ordinal);

    /// <inheritdoc/>
    public override string ToString() => How.Length == 0 ? Who : $"{Who} ({How})";
}
